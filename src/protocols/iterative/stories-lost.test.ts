// Acceptance tests of losses: a killed host, a lost verifier, missing commits, a switched branch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk } from "../../../test/fixtures/iterative-edits.ts";
import { openStage, type Stage } from "../../../test/fixtures/iterative-stage.ts";
import { engine, unitOf } from "../../../test/fixtures/iterative-story.ts";
import { isRefusal } from "../../core/refusal.ts";
import { jobs } from "./jobs.ts";
import { recover } from "./recover.ts";
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
/** Findings of the recovery when `run` begins. */
const found = (stage: Stage): readonly string[] => {
  const facts = stage.world.facts(recover.ask(stage.state()), "2026-01-14T12:00:00.000Z");
  return recover.of(stage.state(), facts).flatMap(({ type, data }) => {
    const events = stage.send(type, data, { kind: "recovery", name: "recovery" });
    return isRefusal(events) ? assert.fail(events.code) : events.map((event) => event.type);
  });
};

test("story 8: a reset past its commit takes a unit back, by recovery, with all its proof; the counts stay", () => {
  const stage = half();
  stage.world.reset(2);
  assert.deepEqual(found(stage), [
    "DiscrepancyLogged",
    "UnitDemoted",
    "DiscrepancyLogged",
    "UnitDemoted",
  ]);
  assert.equal(stage.log.find(({ type }) => type === "UnitDemoted")?.by.kind, "recovery");
  const { stage: at, used, confirmations, proofs, completedAt, basis } = stage.unit("T1");
  assert.deepEqual([at, used, confirmations, completedAt, basis], ["work", 1, 1, null, null]);
  assert.deepEqual(Object.values(proofs), [null, null, null]);
  assert.match(
    stage.files()["progress.md"] ?? "",
    /## Recovery - Iteration 1[^]*T1[^]*can't be reached/u,
  );
  assert.deepEqual(found(stage), [], "once said it is said");
});

test("story 8: after a squash with the same content everything stays as it is", () => {
  const stage = half();
  stage.world.squash(2, "feat: all of it");
  assert.deepEqual(found(stage), []);
  assert.equal(stage.unit("T1").stage, "settled");
});

test("story 8: on another branch nothing starts, nothing is judged and nothing is taken back, until a person moves the run", () => {
  const stage = half();
  stage.world.checkout("other");
  stage.world.reset(2);
  assert.deepEqual(found(stage), []);
  assert.equal(
    stage.no("BeginPass", { unit: "T2", pass: 3, holder: "codex-9" }, engine),
    "BRANCH_CHANGED",
  );
  const facts = stage.world.facts(remarks.ask(stage.state()), "2026-01-14T12:00:00.000Z");
  assert.match(remarks.of(stage.state(), facts).join("\n"), /BRANCH_CHANGED: .*feat\/x.*other/u);
  stage.ok("MoveRun", { reason: "renamed" });
  assert.deepEqual(found(stage), [
    "DiscrepancyLogged",
    "UnitDemoted",
    "DiscrepancyLogged",
    "UnitDemoted",
  ]);
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
