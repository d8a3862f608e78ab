// A delivery that is killed once all of it is done, but for git's lock of the user's index: repeated, it says so and removes the lock.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { digest } from "../../../src/core/hash.ts";
import { folderOf } from "../../../src/workspace/places/folder.ts";
import { gitAround } from "../../../src/workspace/locate.ts";
import { idOf } from "../../../src/workspace/process-id.ts";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, scene } from "./scene.ts";

const urlOf = (path: string): string =>
  JSON.stringify(new URL(`../../../src/workspace/${path}`, import.meta.url).href);
/** Another process, which is killed once HEAD is moved. */
const killedIn = async (verb: "deliver" | "undo", args: readonly unknown[]): Promise<void> => {
  const program = `
    const { openPlaces } = await import(${urlOf("places/open-places.ts")});
    const { git } = await import(${urlOf("git/git.ts")});
    const dying = async (call) => {
      const answer = await git(call);
      if (call.args.includes("update-ref") && call.args.includes("HEAD")) process.kill(process.pid, "SIGKILL");
      return answer;
    };
    await openPlaces({ git: dying }).${verb}(...JSON.parse(process.argv[1]));`;
  const child = spawn(
    process.execPath,
    ["--input-type=module", "-e", program, JSON.stringify(args)],
    { stdio: "inherit" },
  );
  const [, signal] = await once(child, "exit");
  assert.equal(signal, "SIGKILL");
};

const landed = async (t: TestContext) => {
  const told = await scene(t);
  const { places, site, base, root } = told;
  put(await places.open(site, "k", base, true), "new.txt", "new\n");
  const taken = await places.take(site, "k", base, ana, "work\n");
  assert.ok(taken.is === "taken");
  await places.keep(site, 1, taken.work.commit);
  const user = gitAround(root);
  assert.ok(user !== null);
  const record = join(folderOf(user), "moves", `${digest(user.own).slice(0, 16)}.json`);
  return { ...told, commit: taken.work.commit, lock: join(root, ".git/index.lock"), record };
};

test("a merge or undo that was killed once HEAD was moved leaves no lock behind when it is repeated", async (t) => {
  const { root, site, base, commit, places, head, lock, record } = await landed(t);
  const isFree = async (): Promise<void> => {
    assert.deepEqual([existsSync(lock), existsSync(record)], [false, false]);
    assert.equal(await places.killed(root), null);
    gitIn(root, "add", "--all");
    assert.equal(gitIn(root, "status", "--porcelain"), "");
  };
  await killedIn("deliver", [site, commit, "m\n"]);
  assert.equal(head(), commit);
  assert.deepEqual(await places.killed(root), { lock, isHalf: false });
  assert.equal((await places.deliver(site, commit, "m\n")).is, "nothing");
  await isFree();
  const merge = { from: base, to: commit, branch: "cairn/x", base };
  await killedIn("undo", [site, merge]);
  assert.equal(head(), base);
  assert.deepEqual(await places.killed(root), { lock, isHalf: false });
  assert.deepEqual(await places.undo(site, merge), { is: "gone", head: merge.from });
  await isFree();
});

test("the lock of a process that lives, of another program, and of a move that is to be finished stays", async (t) => {
  const { root, site, base, commit, places, lock, record } = await landed(t);
  assert.equal((await places.deliver(site, commit, "m\n")).is, "merged");
  const dead = `cairn ${JSON.stringify({ pid: 2 ** 22 + 1, start: "1@none" })}`;
  mkdirSync(join(record, ".."), { recursive: true });
  for (const [text, move] of [
    [`cairn ${JSON.stringify(idOf(process.pid))}`, null],
    ["", null],
    [dead, { from: commit, to: base }],
  ] as const) {
    writeFileSync(lock, text);
    if (move !== null) writeFileSync(record, JSON.stringify(move));
    assert.deepEqual(await places.killed(root), move === null ? null : { lock, isHalf: true });
    await places.unlock(root);
    assert.equal((await places.deliver(site, commit, "m\n")).is, "nothing");
    assert.equal(readFileSync(lock, "utf8"), text);
    rmSync(lock);
  }
  rmSync(record);
  writeFileSync(lock, dead);
  await places.unlock(root);
  assert.equal(existsSync(lock), false);
});
