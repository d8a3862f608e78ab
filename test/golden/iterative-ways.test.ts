// Golden stories of iterative's rarer ways: parallel units, skip-to, no git.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk } from "../fixtures/iterative-edits.ts";
import { openStage, type Stage } from "../fixtures/iterative-stage.ts";
import { agreed, commands, looking, plan, settle } from "./iterative-told.ts";
import { assertKept, below } from "./kept.ts";

test("two units side by side: none is done by what the other's agent writes of it", () => {
  const stage = openStage();
  const { kept, look } = looking(stage);
  const units = [
    { id: "T1", title: "One", criteria: ["1 holds"], files: ["src/one/**"], max: 3 },
    { id: "T2", title: "Two", criteria: ["2 holds"], files: ["src/two.ts"], max: 3 },
    { id: "T3", title: "Three", criteria: ["3 holds"], files: ["src/one/three.ts"], max: 3 },
  ];
  stage.plan(units, { workers: 3 });
  assert.deepEqual(stage.keys(), ["T1#1", "T2#1", "T3#1 (T1 may touch src/one/three.ts too)"]);
  stage.launch("T1#1");
  stage.launch("T2#1");
  // T2's agent writes an entry for T1, with T1's signal.
  const shop = desk(stage);
  const forged =
    "## T1 - Iteration 1 - now\n**Did:** all\n**Remaining:** None\n**Signal:** T1_DONE\n";
  shop.take(shop.put("progress.md", `${shop.file("progress.md")}\n${forged}`));
  look("1-both");
  stage.says("T2#1", { unit: "T2", status: "done", did: "Two", remaining: "" });
  assert.deepEqual(stage.keys(), ["gate:T2:1", "T1#1", "T3#1 (T1 may touch src/one/three.ts too)"]);
  stage.ends("T1#1", { message: "Not there yet.", edit: { "src/one/a.ts": "one" } });
  assert.equal(stage.last("PassEnded").result, "continue");
  agreed(stage, "T2");
  look("2-one");
  assertKept("iterative-beside", { ...commands(stage), ...kept });
});

test("skip-to: a person goes past what isn't done, and it stays on record for ever", () => {
  const stage = openStage();
  const { kept, look } = looking(stage);
  stage.plan(plan.units);
  stage.work(
    "T1#1",
    { status: "continue", did: "Half", remaining: "half" },
    { edit: { "src/token.ts": "half" } },
  );
  assert.equal(stage.no("SkipTo", { phase: "complete", reason: "demo" }), "PHASE_UNSKIPPABLE");
  stage.ok("SkipTo", { phase: "verify", reason: "demo" });
  look("1-skipped");
  stage.checks("gate:final:1");
  stage.launch("reviewer#1");
  stage.says("reviewer#1", {
    verdict: "REVIEW_FAIL",
    issues: [{ severity: "major", unit: "T2", problem: "nothing there" }],
  });
  assert.deepEqual(stage.keys(), ["T2#1"], "only what was reopened goes on");
  settle(stage, "T2", "src/mail.ts", "mail");
  stage.checks("gate:final:2");
  stage.launch("reviewer#2");
  stage.says("reviewer#2", { verdict: "REVIEW_PASS", issues: [] });
  assert.deepEqual(stage.keys(), ["deliver-1"], "a bypass asks a person");
  look("2-deliver");
  const deliver = { "deliver.md": stage.brief("deliver-1") };
  assert.equal(stage.no("ApproveDelivery", {}), "DELIVERY_UNPROVEN");
  stage.choose("deliver-1", "approve", "T1 and T3 come later");
  stage.checks("archive");
  look("3-complete");
  assertKept("iterative-skipped", { ...commands(stage), ...below("briefs", deliver), ...kept });
});

test("story 14: without git, and with git gone on the way: digests of files, no commits", () => {
  const tell = (stage: Stage): Readonly<Record<string, string>> => {
    settle(stage, "T1", "src/token.ts", "token", 2);
    settle(stage, "T2", "src/mail.ts", "mail");
    settle(stage, "T3", "src/page.ts", "page");
    stage.checks("gate:final:1");
    stage.launch("reviewer#1");
    stage.says("reviewer#1", { verdict: "REVIEW_PASS", issues: [] });
    stage.checks("archive");
    assert.equal(stage.state().phase, "complete");
    return stage.files();
  };
  const plain = openStage({ git: false });
  plain.plan(plan.units);
  const files = tell(plain);
  assert.match(files["progress.md"] ?? "", /\*\*Commit:\*\* None/u);
  assert.doesNotMatch(files["progress.md"] ?? "", /\*\*Commit:\*\* [0-9a-f]/u);

  assertKept("iterative-without-git", {
    ...commands(plain),
    ...below("never", files),
  });
});
