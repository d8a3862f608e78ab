// Tests of what a pass changed, as far as it counts.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  engine,
  openStory,
  type Settings,
  unitOf,
} from "../../../../test/fixtures/iterative-story.ts";

const folder = ".claude/iterative/add-login";
const begun = (settings: Settings = {}, ids: readonly string[] = ["T1"]) => {
  const run = openStory();
  run.plan([unitOf("T1"), unitOf("T2")], settings);
  for (const id of ids) run.begin(id);
  return run;
};
const measured = (
  edit: Readonly<Record<string, string | null>>,
  run = begun(),
  commit?: string,
) => {
  run.end("T1", { says: "continue", edit, ...(commit === undefined ? {} : { commit }) });
  return run.last("PassEnded").measured;
};

test("what changed in its place is a unit's own, whether its Files name it or not", () => {
  assert.deepEqual(measured({ "src/t1.ts": "x", "docs/a.md": "y" }).mine, [
    "docs/a.md",
    "src/t1.ts",
  ]);
});

test("files of runs, the store, and litter don't count; an agent's own folder of the run does", () => {
  const none = measured({
    [`${folder}/progress.md`]: "x",
    [`${folder}/state.json`]: "{}",
    ".claude/iterative/other/sources/a.md": "x",
    ".cairn/x": "y",
    "node_modules/a/index.js": "z",
    "build.log": "z",
  });
  assert.deepEqual([none.did, none.changed, none.mine], [false, [], []]);
  assert.deepEqual(measured({ [`${folder}/sources/a.md`]: "x" }).mine, [`${folder}/sources/a.md`]);
});

test("what looks like litter and is committed is work: rewriting it confirms nothing", () => {
  const run = openStory();
  run.plan([unitOf("T1")]);
  run.pass("T1", {
    says: "done",
    edit: { "src/t1.ts": "x", "src/coverage/impl.cjs": "one" },
    commit: "feat: all",
  });
  assert.ok(run.unit("T1").touched.includes("src/coverage/impl.cjs"));
  run.gate("T1");
  run.begin("T1");
  assert.ok(
    run
      .end("T1", { says: "done", edit: { "src/coverage/impl.cjs": "two" }, commit: "fix: it" })
      .includes("WorkFound"),
  );
  assert.deepEqual(run.last("PassEnded").measured.mine, ["src/coverage/impl.cjs"]);
  run.gate("T1");
  run.pass("T1");
  run.gate("T1");
  run.begin("T1", "eve");
  assert.ok(
    run.verdict("T1", "VERIFIED", [], { "src/coverage/impl.cjs": "three" }).includes("PassVoided"),
    "committed or not",
  );
});

test("litter that a unit says it makes is its work", () => {
  const run = openStory();
  run.plan([unitOf("T1", { files: ["coverage/report.txt"] })]);
  run.begin("T1");
  assert.deepEqual(measured({ "coverage/report.txt": "x", "coverage/other.txt": "y" }, run).mine, [
    "coverage/report.txt",
  ]);
});

test("a commit of one's own paths is a change, though the tree is the same; one of the record alone is none", () => {
  const run = begun();
  run.world.edit({ "src/t1.ts": "left over" });
  run.end("T1", { says: "continue" });
  run.begin("T1");
  const own = measured({}, run, "feat: left over");
  assert.deepEqual([own.did, own.mine, own.commits.length], [true, [], 1]);
  assert.equal(run.state().commits.at(-1)?.subject, "feat: left over");
  run.begin("T1");
  const record = measured({ [`${folder}/progress.md`]: "entry" }, run, "docs: progress");
  assert.deepEqual([record.did, record.commits], [false, []]);
});

test("rewritten history and what nobody knows are changes", () => {
  const rewritten = begun();
  rewritten.world.edit({ "src/t1.ts": "x" });
  rewritten.end("T1", { says: "continue", commit: "feat: one" });
  rewritten.begin("T1");
  rewritten.world.reset(1);
  assert.equal(measured({ "src/t1.ts": "x" }, rewritten).rewritten, true);
  const blind = begun();
  blind.world.blind();
  const unknown = measured({}, blind);
  assert.deepEqual([unknown.known, unknown.did], [false, true]);
  assert.equal(blind.state().units[0]?.counters.still, 0);
});

test("an event lists 200 changes and says how many more there were", () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_205 }, (_, n) => [`src/many/${String(n).padStart(4, "0")}.ts`, "x"]),
  );
  const run = begun();
  const { changed, more, mine } = measured(many, run);
  assert.deepEqual([changed.length, more, mine.length], [200, 1_005, 1_000]);
  assert.equal(run.unit("T1").touchedAll, true);
});

test("changed tests, build files and stub lines are named", () => {
  const run = begun();
  run.world.edit({ "src/a.test.ts": "t", "package.json": "{}" });
  run.end("T1", { says: "continue" });
  run.begin("T1");
  measured(
    {
      "src/a.test.ts": null,
      "package.json": "{ }",
      "src/t1.ts": "let a;\n// TODO: the rest\n",
      "src/b.test.ts": "new",
    },
    run,
  );
  assert.deepEqual(run.unit("T1").suspects, [
    "package.json (added)",
    "package.json (modified)",
    "src/a.test.ts (deleted)",
    "src/t1.ts:2 // TODO: the rest",
  ]);
  run.begin("T1");
  measured({ "src/t1.ts": "let a = 1;\n" }, run);
  assert.ok(
    !run.unit("T1").suspects.some((one) => one.includes("TODO")),
    "a stub that is gone is named no more",
  );
});

test("a pass that changed something is never void", () => {
  const run = begun();
  run.world.edit({ "src/t1.ts": "x" });
  assert.equal(
    run.no("VoidPass", { unit: "T1", pass: 1, why: "overload" }, engine),
    "PASS_CHANGED",
  );
  const clean = begun();
  clean.world.edit({ "debug.log": "x" });
  clean.ok(
    "VoidPass",
    { unit: "T1", pass: 1, why: "overload", not_before: "2026-01-14T11:00:00.000Z" },
    engine,
  );
  assert.deepEqual([clean.unit("T1").used, clean.unit("T1").seq], [0, 1]);
  assert.equal(clean.no("BeginPass", { unit: "T1", pass: 2, holder: "x" }, engine), "JOB_UNREADY");
});
