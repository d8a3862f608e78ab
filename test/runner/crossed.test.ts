// Why: changes of two machines that cross stop both; whoever comes must read what crosses, in which files, and how it goes on, and lose nothing by it.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { spoolJob } from "../contract/workspace-spool-job.ts";
import { Fault, isRefusal } from "../../src/core/refusal.ts";
import { resumeOf } from "../../src/runtime/resume.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { at, git, type Place, ready, scene, work } from "./clones.ts";
import { begun, run } from "./story.ts";
import { makeWorld } from "./world.ts";

/** As the docs give it. */
const shown = /"pull": (?<argv>\[.+\])/.exec(readFileSync(join(import.meta.dirname, "../../docs/guide/machines.md"), "utf8"))?.groups;
const said: unknown = JSON.parse(shown?.["argv"] ?? "[]");
const documented = Array.isArray(said) ? said.map(String) : [];
const leaving = ["git", "pull", "--no-rebase", "--quiet"];

/** Both made the same file, and a's is there first. */
const crossed = async (a: Place, b: Place): Promise<void> => {
  await work(a.root);
  git(a.root, "push", "-q", "origin", "HEAD");
  git(b.root, "config", "user.email", "a@b");
  git(b.root, "config", "user.name", "a");
  await writeFile(join(b.root, "made"), "by b\n");
  git(b.root, "add", "made");
  git(b.root, "commit", "-q", "-m", "made too");
};
const isMerging = ({ root }: Place): boolean => existsSync(join(root, ".git", "MERGE_HEAD"));

test("the documented pull leaves no tree in the midst of a merge, and what crosses is told with its files, once a minute", async (t) => {
  const { a, b } = await scene(t, { pull: documented });
  await crossed(a, b);
  const why = (await ready(b, at(1), false)) ?? "";
  assert.match(
    why,
    /^what others did can't be brought here: `sh -c git pull .*` ended with 1: CONFLICT \(add\/add\): Merge conflict in made; merge it in /,
  );
  assert.equal(isMerging(b), false);
  assert.equal(git(b.root, "status", "--porcelain", "--untracked-files=no"), "");
  for (const [ms, times] of [
    [11_000, 1],
    [6_000, 1],
    [50_000, 1],
    [6_000, 2],
  ] as const) {
    b.clock.advance(ms);
    assert.equal(await ready(b, at(1), false), why);
    assert.deepEqual(
      [...b.warned],
      Array.from({ length: times }, () => why),
    );
  }
  git(b.root, "pull", "-q", "--no-rebase", "-s", "ours");
  b.clock.advance(6_000);
  assert.equal(await ready(b, at(1), false), null);
  assert.equal(b.warned.at(-1), "what others did is brought here again");
});

test("a pull that leaves the tree in the midst of a merge isn't tried again in it: the first words stay, and the way out is told", async (t) => {
  const { a, b } = await scene(t, { pull: leaving });
  await crossed(a, b);
  const why = (await ready(b, at(1), false)) ?? "";
  assert.match(
    why,
    /CONFLICT \(add\/add\): Merge conflict in made; the working tree \S+ is in the midst of a merge, with unmerged files: made: .*`git status`/,
  );
  b.clock.advance(11_000);
  assert.equal(await ready(b, at(1), false), why);
  assert.deepEqual([...b.warned], [why]);
  git(b.root, "add", "made");
  b.clock.advance(6_000);
  assert.match((await ready(b, at(1), false)) ?? "", /CONFLICT .* is in the midst of a merge: /);
  git(b.root, "commit", "-q", "--no-edit");
  b.clock.advance(6_000);
  assert.equal(await ready(b, at(1), false), null);
});

test("who asks how the run stands is told of such a tree, where runners bring others' work into it", async () => {
  const { engine, ...parts } = await begun(makeWorld(), ["a"]);
  const treeOf = async (pull: readonly string[] | null, unfinished: typeof engine.workspace.unfinished): Promise<string | undefined> => {
    const config = { ...engine.config, runner: { ...engine.config.runner, pull } };
    const told = await resumeOf({ ...parts, engine: { ...engine, config, workspace: { ...engine.workspace, unfinished } } }, run);
    assert.ok(!isRefusal(told));
    return told.tree;
  };
  const merging = () => Promise.resolve({ what: "merge", files: ["x"] } as const);
  assert.match((await treeOf(["git", "pull"], merging)) ?? "", /is in the midst of a merge, with unmerged files: x: .*`git status`/);
  assert.equal(await treeOf(null, merging), undefined);
  assert.equal(await treeOf(["git", "pull"], () => Promise.resolve(null)), undefined);
  assert.equal(await treeOf(["git", "pull"], () => Promise.reject(new Fault("GIT_MISSING", "no git", "install it"))), undefined);
});

test("a merge of somebody's own is neither pulled into nor taken back", async (t) => {
  const { a, b } = await scene(t, { pull: documented });
  await crossed(a, b);
  assert.throws(() => git(b.root, "pull", "-q", "--no-rebase"));
  const why = (await ready(b, at(1), false)) ?? "";
  assert.match(why, /^what others did can't be brought here: the working tree \S+ is in the midst of a merge, with unmerged files: made/);
  assert.equal(isMerging(b), true);
});

test("nothing is brought into a tree in which a check runs, of this run or of another one", async (t) => {
  const { a } = await scene(t, { pull: ["sh", "-c", "touch pulled"] });
  const { processes, spool } = await openWorkspace({ home: join(a.root, ".cairn") });
  const { job, ...rest } = spoolJob("other", 1);
  const check = { ...rest, job: { ...job, kind: "check" as const }, ground: { root: a.root, place: null, ignores: [] } };
  const folder = await spool.make(check, "");
  await spool.host(folder, { is: "host", process: processes.self });
  await ready(a, { ...at(1), root: a.root }, false);
  assert.ok(!existsSync(join(a.root, "pulled")), "another runner's");
  await spool.remove(folder);
  a.clock.advance(6_000);
  a.room.count("child", 0, 1);
  assert.equal(await a.checkout.ready(at(1), false), null);
  assert.ok(!existsSync(join(a.root, "pulled")), "of a run of the same tree");
  a.room.count("child", 0);
  await ready(a, at(1), false);
  assert.ok(existsSync(join(a.root, "pulled")));
});

test("a check begins in no tree that is being changed, and keeps it from being changed once it has begun", async (t) => {
  const { a } = await scene(t, {});
  a.room.count("a", 0);
  a.room.count("b", 0);
  const open = a.room.shut("a");
  assert.equal(a.room.takeCheck("b"), false);
  open?.();
  assert.equal(a.room.takeCheck("b"), true);
  assert.equal(a.room.shut("a"), null);
  a.room.giveBackCheck("b");
  assert.notEqual(a.room.shut("a"), null);
});

test("commits that come one after another while agents simply work are told of once; one that stays away, once more", async (t) => {
  const { b, told } = await scene(t, { pull: ["true"] });
  await told("c".repeat(40));
  for (const ms of [0, 11_000, 61_000, 61_000]) {
    b.clock.advance(ms);
    assert.match(
      (await ready(b, at(1), true)) ?? "",
      /lacks the commit cccccccccccc .*runner\.pull is run once what is at work in this tree has ended$/,
    );
  }
  assert.equal(b.warned.length, 1);
  assert.match((await ready(b, at(1), false)) ?? "", /runner\.pull hasn't brought it yet$/);
  assert.equal(b.warned.length, 2, "nobody is at work here any more, and it lasts");
});
