// Acceptance tests of losses: a killed host, a lost verifier, a switched branch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk } from "../../../test/fixtures/iterative-edits.ts";
import { openStage, type Stage } from "../../../test/fixtures/iterative-stage.ts";
import { engine, unitOf } from "../../../test/fixtures/iterative-story.ts";
import { jobs } from "./jobs.ts";
import { remarks } from "./remarks.ts";

test("story 6: a host killed in its pass, the tree as it was: the same iteration again, uncounted, by another name", () => {
  const stage = openStage();
  stage.plan([unitOf("T1")]);
  const first = stage.brief("T1#1");
  stage.launch("T1#1");
  assert.deepEqual(stage.ends("T1#1", { reason: "lost", exit: null }), ["PassVoided"]);
  assert.deepEqual(
    [stage.unit("T1").used, stage.unit("T1").stage, stage.brief("T1#2")],
    [0, "work", first],
  );
  stage.launch("T1#2");
  assert.equal(stage.unit("T1").used, 1);
});

test("story 6: killed when something had changed: counted, its work is kept, and the next one reads on", () => {
  const stage = openStage();
  stage.plan([unitOf("T1")]);
  stage.launch("T1#1");
  assert.deepEqual(
    stage.ends("T1#1", { reason: "lost", exit: null, edit: { "src/t1.ts": "half" } }),
    ["PassEnded"],
  );
  const ended = stage.last("PassEnded");
  assert.deepEqual(
    [ended.result, ended.why, ended.said.did],
    ["continue", "lost", "(no report) changed 1 file: src/t1.ts; nobody saw how it ended"],
  );
  assert.deepEqual([stage.unit("T1").used, stage.unit("T1").touched], [1, ["src/t1.ts"]]);
  assert.match(stage.brief("T1#2"), /Iteration 2 of 5[^]*progress\.md/u);
  assert.equal(stage.world.files()["src/t1.ts"], "half");
});

test("story 6: a verifier that is lost is void where it changed nothing, and an author where it did", () => {
  for (const edit of [{}, { "src/t1.ts": "broken" }]) {
    const stage = openStage();
    stage.plan([unitOf("T1")]);
    stage.work("T1#1", {}, { edit: { "src/t1.ts": "one" } });
    stage.agree("T1");
    stage.launch("T1#3");
    const types = stage.ends("T1#3", { reason: "lost", exit: null, edit });
    assert.deepEqual(types, "src/t1.ts" in edit ? ["VerdictGiven", "WorkFound"] : ["PassVoided"]);
    assert.equal(stage.unit("T1").stage, "src/t1.ts" in edit ? "gate" : "verify");
  }
});

/** T1 is done, and T2 is due for verification. */
const half = (): Stage => {
  const stage = openStage();
  stage.plan([unitOf("T1"), unitOf("T2")]);
  stage.settle("T1");
  stage.pass("T2", { says: "done", edit: { "src/t2.ts": "two" }, commit: "feat: T2" });
  stage.agree("T2");
  return stage;
};
test("story 8: on another branch nothing starts and nothing is judged, until a person moves the run", () => {
  const stage = half();
  stage.world.checkout("other");
  assert.equal(
    stage.no("BeginPass", { unit: "T2", pass: 3, holder: "codex-9" }, engine),
    "BRANCH_CHANGED",
  );
  const facts = stage.world.facts(remarks.ask(stage.state()), "2026-01-14T12:00:00.000Z");
  assert.match(remarks.of(stage.state(), facts).join("\n"), /BRANCH_CHANGED: .*feat\/x.*other/u);
  stage.ok("MoveRun", { reason: "renamed" });
  assert.deepEqual(remarks.of(stage.state(), { ...facts, branch: "other" }), []);
});

test("story 10: of two units side by side none's changes, commits or entries count as the other's", () => {
  const stage = openStage();
  stage.plan([unitOf("T1"), unitOf("T2"), unitOf("T3", { files: ["src/t1.ts"] })], { workers: 3 });
  stage.launch("T1#1");
  stage.launch("T2#1");
  const held = jobs(stage.state()).find(({ key }) => key === "T3#1");
  assert.match(held?.why ?? "", /T1 may touch src\/t1\.ts too/u);
  const shop = desk(stage);
  const entry = (id: string, did: string): string =>
    `## ${id} - Iteration 1 - now\n**Did:** ${did}\n**Remaining:** None\n`;
  const old = shop.file("progress.md");
  // Both appended to the same old copy, and the file was replaced in between.
  shop.take(shop.put("progress.md", `${old}\n${entry("T1", "one")}`));
  shop.take(shop.put("progress.md", `${old}\n${entry("T2", "two")}`));
  stage.says(
    "T2#1",
    { unit: "T2", status: "done", did: "two", remaining: "" },
    { edit: { "src/t2.ts": "two" }, commit: "feat: two" },
  );
  assert.deepEqual(stage.ends("T1#1", {}), ["PassEnded"]);
  const { measured, said } = stage.last("PassEnded");
  assert.deepEqual(
    [measured.did, measured.mine, measured.commits, said.did],
    [false, [], [], "one"],
  );
  assert.deepEqual([stage.unit("T1").counters.still, stage.unit("T2").touched], [1, ["src/t2.ts"]]);
  assert.match(
    shop.file("progress.md"),
    /T2 - Iteration 1 [^]*Did:\*\* two[^]*T1 - Iteration 1 [^]*Did:\*\* one/u,
  );
});
