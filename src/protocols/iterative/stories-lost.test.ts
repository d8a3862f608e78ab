// Acceptance tests of losses: a killed host, a lost verifier.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk } from "../../../test/fixtures/iterative-edits.ts";
import { openStage } from "../../../test/fixtures/iterative-stage.ts";
import { unitOf } from "../../../test/fixtures/iterative-story.ts";
import { jobs } from "./jobs.ts";

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

test("story 6: a verifier that is lost is void, whatever it changed in its checkout", () => {
  for (const edit of [{}, { "src/t1.ts": "broken" }]) {
    const stage = openStage();
    stage.plan([unitOf("T1")]);
    stage.work("T1#1", {}, { edit: { "src/t1.ts": "one" } });
    stage.agree("T1");
    stage.launch("T1#3");
    assert.deepEqual(stage.ends("T1#3", { reason: "lost", exit: null, edit }), ["PassVoided"]);
    assert.equal(stage.unit("T1").stage, "verify");
  }
});

test("story 10: of two units side by side none's entries count as the other's", () => {
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
  stage.ends("T1#1", {});
  assert.equal(stage.last("PassEnded").said.did, "one");
  assert.match(
    shop.file("progress.md"),
    /T2 - Iteration 1 [^]*Did:\*\* two[^]*T1 - Iteration 1 [^]*Did:\*\* one/u,
  );
});
