// A delivery that is killed while git writes the user's files: repeated, it is made whole, and what the user has is left alone.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { git } from "../../../src/workspace/git/git.ts";
import { gitAround } from "../../../src/workspace/locate.ts";
import { openPlaces } from "../../../src/workspace/places/open-places.ts";
import { movingSign } from "../../../src/workspace/checkout/under-way.ts";
import { processesWith } from "../../../src/workspace/process-facts.ts";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, scene } from "./scene.ts";

/** A landing that adds so many files, changes and removes a quarter as many, makes a folder of a file and a file of a folder. */
const landed = async (t: TestContext, count = 12) => {
  const numbers = Array.from({ length: count }, (_, at) => at);
  const quarter = numbers.slice(0, count / 4);
  const many = Object.fromEntries(
    quarter.flatMap((n) => [
      [`c${n}.txt`, `${n}\n`],
      [`r/${n}.txt`, `${n}\n`],
    ]),
  );
  const told = await scene(t, {
    ...many,
    "mine.txt": "a\n",
    "to-folder": "f\n",
    "to-file/x": "x\n",
    "to-file/y": "y\n",
  });
  const { places, site, base, root } = told;
  const place = await places.open(site, "k", base, true);
  rmSync(join(place, "r"), { recursive: true });
  rmSync(join(place, "to-folder"));
  rmSync(join(place, "to-file"), { recursive: true });
  for (const n of numbers) put(place, `a${n}.txt`, `new ${n}\n`.repeat(500));
  for (const n of quarter) put(place, `c${n}.txt`, `changed ${n}\n`);
  put(place, "to-folder/x", "x\n");
  put(place, "to-file", "now a file\n");
  symlinkSync("to-file", join(place, "link"));
  const taken = await places.take(site, "k", base, ana, "work\n");
  assert.ok(taken.is === "taken");
  await places.keep(site, 1, taken.work.commit);
  put(root, "mine.txt", "mine\n");
  put(root, "untracked.txt", "mine\n");
  return { ...told, commit: taken.work.commit };
};

const portOf = new URL("../../../src/workspace/places/open-places.ts", import.meta.url).href;
/** Another process, which leads a group of its own. */
const away = (verb: "deliver" | "undo", args: readonly unknown[]): ChildProcess => {
  const program = `const { openPlaces } = await import(${JSON.stringify(portOf)}); await openPlaces().${verb}(...JSON.parse(process.argv[1]));`;
  return spawn(process.execPath, ["--input-type=module", "-e", program, JSON.stringify(args)], {
    detached: true,
    stdio: "ignore",
    // What it reads is compiled already.
    env: { ...process.env, NODE_COMPILE_CACHE: dirname(getCompileCacheDir() ?? "/nowhere/x") },
  });
};
/** The git that writes files. */
const writersIn = (root: string): readonly number[] => {
  const user = gitAround(root);
  assert.ok(user !== null);
  return Object.entries(movingSign({ user })).flatMap(([name, value]) =>
    processesWith(`${name}=${value}`).map(({ pid }) => pid),
  );
};
const kill = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
};
/** Kills it with its group, and git with it unless that is spared, once something is there or gone. */
const killAt = async (
  child: ChildProcess,
  root: string,
  when: () => boolean,
  spared: boolean,
): Promise<void> => {
  const ended = once(child, "exit");
  while (child.exitCode === null && !when()) await turn();
  const pids = spared ? [] : writersIn(root);
  kill(-(child.pid ?? 0));
  for (const pid of pids) kill(pid);
  await ended;
};

/** So many that git is at it for a while. */
const count = 800;
const moments = [0, 350, 799].map((n) => `a${n}.txt`);

test("killed with its group at many moments, merge and undo are made whole when they are repeated", async (t) => {
  const { root, site, base, commit, places, head } = await landed(t, count);
  const mine = (): void => {
    assert.equal(gitIn(root, "status", "--porcelain"), "M mine.txt\n?? untracked.txt");
    assert.equal(readFileSync(join(root, "mine.txt"), "utf8"), "mine\n");
    assert.equal(readFileSync(join(root, "untracked.txt"), "utf8"), "mine\n");
    assert.equal(existsSync(join(root, ".git/index.lock")), false);
  };
  const at: readonly (() => boolean)[] = [
    () => existsSync(join(root, ".git/index.lock")),
    () => !existsSync(join(root, "r/0.txt")),
    ...moments.map((name) => () => existsSync(join(root, name))),
  ];
  for (const [n, when] of at.entries()) {
    await killAt(away("deliver", [site, commit, "m\n"]), root, when, n % 3 === 2);
    const again = await places.deliver(site, commit, "m\n");
    assert.ok(
      again.is === "merged" || again.is === "nothing",
      `${n}: ${JSON.stringify(again).slice(0, 300)}`,
    );
    assert.equal(head(), commit);
    mine();
    await killAt(
      away("undo", [site, base, commit]),
      root,
      () => !existsSync(join(root, moments[n] ?? "a600.txt")),
      n % 3 === 1,
    );
    assert.deepEqual(
      await places.undo(site, { from: base, to: commit, branch: "cairn/x", base }),
      { is: "undone" },
      `${n}`,
    );
    assert.equal(head(), base);
    mine();
  }
});

/** A port whose git is killed at the call with these words: what is left is as given. */
const dying = (at: readonly string[], act: () => void) =>
  openPlaces({
    git: async (call) => {
      if (!at.every((word) => call.args.includes(word))) return git(call);
      act();
      throw new Error("killed");
    },
  });

test("half a file, one removed and not yet written, and git's lock are taken for the move's own; any other change for the user's", async (t) => {
  const { root, site, commit, places, head } = await landed(t);
  const half = (): void => {
    put(root, "a0.txt", "new 0\n".repeat(100));
    put(root, "a1.txt", "");
    rmSync(join(root, "c0.txt"));
    put(root, "c1.txt", "chan");
    rmSync(join(root, "to-folder"));
    put(root, "to-folder/x", "");
    put(root, ".git/index.cairn.lock", "half");
  };
  await assert.rejects(dying(["read-tree", "-u"], half).deliver(site, commit, "m\n"), /killed/u);
  put(root, "a2.txt", "of mine\n");
  put(root, "c2.txt", "of mine\n");
  const told = await places.deliver(site, commit, "m\n");
  assert.deepEqual(told, { is: "touches", files: ["a2.txt", "c2.txt"] });
  assert.equal(statSync(join(root, "c1.txt")).size, 4);
  assert.deepEqual(await places.killed(root), { lock: null, isHalf: true });
  rmSync(join(root, "a2.txt"));
  put(root, "c2.txt", "2\n");
  assert.equal((await places.deliver(site, commit, "m\n")).is, "merged");
  assert.equal(head(), commit);
  assert.equal(await places.killed(root), null);
  assert.equal(gitIn(root, "status", "--porcelain"), "M mine.txt\n?? untracked.txt");
});

test("killed when all files are written and HEAD has not moved, merge and undo of a run that began on a commit are made whole", async (t) => {
  const { root, site, base, commit, places, head } = await landed(t);
  const undo = { from: base, to: commit, branch: "cairn/x", base };
  const late = dying(["update-ref", "HEAD"], () => {});
  await assert.rejects(late.deliver(site, commit, "m\n"), /killed/u);
  assert.equal(head(), base);
  assert.equal((await places.deliver(site, commit, "m\n")).is, "merged");
  assert.equal(gitIn(root, "status", "--porcelain"), "M mine.txt\n?? untracked.txt");
  await assert.rejects(late.undo(site, undo), /killed/u);
  assert.equal(head(), commit);
  assert.deepEqual(await places.undo(site, undo), { is: "undone" });
  assert.equal(gitIn(root, "status", "--porcelain"), "M mine.txt\n?? untracked.txt");
});

test("locks of HEAD and its branch that the killed git left are cleared, and those of another git stay", async (t) => {
  const { root, site, commit, places, head } = await landed(t);
  const hooks = join(root, ".git/killing");
  put(
    root,
    ".git/killing/reference-transaction",
    '#!/bin/sh\n[ "$1" != prepared ] || kill -9 $PPID\n',
  );
  chmodSync(join(hooks, "reference-transaction"), 0o755);
  const locks = ["HEAD.lock", `${gitIn(root, "symbolic-ref", "HEAD")}.lock`].map((lock) =>
    join(root, ".git", lock),
  );
  const killed = dying(["update-ref", "HEAD"], () => {
    const words = ["-c", `core.hooksPath=${hooks}`, "update-ref", "HEAD", commit];
    spawnSync("git", words, {
      cwd: root,
      env: { ...process.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(store, "objects") },
    });
  });
  const store = await places.store(root);
  await assert.rejects(killed.deliver(site, commit, "m\n"), /killed/u);
  assert.deepEqual(locks.map(existsSync), [true, true]);
  const [ofHead = "", ofBranch = ""] = locks;
  const text = readFileSync(ofBranch, "utf8");
  writeFileSync(ofBranch, `${"1".repeat(40)}\n`);
  await assert.rejects(places.deliver(site, commit, "m\n"), { code: "CHECKOUT_BUSY" });
  assert.deepEqual(locks.map(existsSync), [true, true]);
  rmSync(ofHead);
  rmSync(ofBranch);
  await assert.rejects(killed.deliver(site, commit, "m\n"), /killed/u);
  assert.equal(readFileSync(ofBranch, "utf8"), text);
  assert.equal((await places.deliver(site, commit, "m\n")).is, "merged");
  assert.deepEqual(locks.map(existsSync), [false, false]);
  assert.equal(head(), commit);
});

test("without a move that was begun a file that is missing or cut short is the user's", async (t) => {
  const { root, site, commit, places, user } = await landed(t);
  put(root, "c1.txt", "chan");
  rmSync(join(root, "c0.txt"));
  const before = user();
  assert.deepEqual(await places.deliver(site, commit, "m\n"), {
    is: "touches",
    files: ["c0.txt", "c1.txt"],
  });
  assert.equal(user(), before);
});

test("a lock of another git is waited for, and then named; it stays", async (t) => {
  const { root, site, commit, places, user } = await landed(t);
  writeFileSync(join(root, ".git/index.lock"), "");
  const before = user();
  await assert.rejects(places.deliver(site, commit, "m\n"), { code: "CHECKOUT_BUSY" });
  assert.equal(user(), before);
  rmSync(join(root, ".git/index.lock"));
  for (const lock of [".git/HEAD.lock", `.git/${gitIn(root, "symbolic-ref", "HEAD")}.lock`]) {
    writeFileSync(join(root, lock), "");
    await assert.rejects(places.deliver(site, commit, "m\n"), ({ code, message }) => {
      assert.equal(code, "CHECKOUT_BUSY");
      return message.includes(`${lock} is there`);
    });
    rmSync(join(root, lock));
  }
});
