// Tests of stigmergy's acceptance stories 5, 6, 10, 11 and 14: who may judge, approve and date.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Desk,
  engine,
  given,
  hand,
  openDesk,
  type Settings,
} from "../../../test/fixtures/stigmergy-desk.ts";
import { storyText } from "../../../test/fixtures/stigmergy-papers.ts";

const at = (settings: Settings = {}): Desk => {
  const run = openDesk();
  run.execute(settings);
  return run;
};
const tail = (run: Desk, n: number): readonly string[] => run.signals().slice(-n);

test("5: no edit is a review, in whatever name: the checks decide, and whoever holds the review's job", () => {
  const run = at();
  run.describe("1.1");
  run.ok("StartStory", { story: "1.1", entry: given("james", "1.1") }, hand);
  run.ok("FinishWork", { story: "1.1", entry: given("james", "1.1 done") }, hand);
  for (const name of ["sarah", "user", "ana"])
    for (const pass of [true, false])
      assert.equal(
        run.no("SubmitReview", { story: "1.1", pass }, { ...hand, name }),
        "SENDER_WRONG",
        name,
      );
  run.ok(
    "RecordAction",
    { agent: "sarah", signal: "STORY_COMPLETE", summary: "1.1 is good" },
    hand,
  );
  assert.deepEqual(
    [run.story("1.1").status, tail(run, 1)],
    ["AWAITING_VERIFICATION", ["CLAIMED_STORY_COMPLETE"]],
  );
  assert.deepEqual(run.keys(), ["check-0-0"]);
  assert.deepEqual(run.check(), ["CheckRecorded"]);
  assert.deepEqual(run.check(), ["CheckRecorded", "ChecksPassed"]);
  assert.deepEqual(
    run.keys().map((key) => key.split("-")[0]),
    ["review"],
  );
});

test("6: whoever built a story doesn't judge it, by whatever name or session", () => {
  const run = at();
  run.describe("1.1");
  const james = run.begin("1.1", { name: "task-a", conversation: "s-1" });
  run.finish("1.1", james);
  run.checks();
  const review = {
    story: "1.1",
    pass: true,
    verdicts: [1, 2].map((n) => ({ n, met: true })),
  } as const;
  const judge = (by: Parameters<Desk["no"]>[2]): string =>
    run.no("SubmitReview", { ...review, verdicts: [...review.verdicts] }, by);
  assert.equal(
    judge(run.holder("review", { conversation: "s-1" })),
    "VERIFIER_UNFIT",
    "his session",
  );
  assert.equal(judge(run.holder("review", { name: "task-a" })), "VERIFIER_UNFIT", "his name");
  for (const name of [
    "Task-A",
    " task-a",
    "ta\u200bsk-a",
    "ＴＡＳＫ-Ａ",
    "t\u0430sk-a",
    "TАSK-A",
    "τásk-a",
    "task-α",
  ])
    assert.equal(judge(run.holder("review", { name })), "VERIFIER_UNFIT", name);
  assert.equal(judge(james), "SENDER_WRONG", "his own job is another");
  assert.deepEqual(
    run.judge("1.1"),
    ["StoryReviewed", "StoryCompleted"],
    "the same agent, another session, another role",
  );
  assert.equal(run.story("1.1").review?.by.holder.agent, run.story("1.1").authors[0]?.holder.agent);
});

test("6: where another agent is wanted the same one is unfit, and so is one that nobody knows", () => {
  const run = at({ reviewer: "other-agent" });
  run.build("1.1");
  run.checks();
  const same = run.holder("review");
  const verdicts = [1, 2].map((n) => ({ n, met: true }));
  assert.equal(
    run.no("SubmitReview", { story: "1.1", pass: true, verdicts }, same),
    "VERIFIER_UNFIT",
  );
  assert.equal(
    run.no("SubmitReview", { story: "1.1", pass: true, verdicts }, { ...same, agent: null }),
    "VERIFIER_UNFIT",
  );
  assert.deepEqual(run.judge("1.1", true, { ...same, agent: "codex" }), [
    "StoryReviewed",
    "StoryCompleted",
  ]);
});

test("11: what is pinned is used, whatever becomes of the documents, and a person decides about the drift", () => {
  const run = at();
  run.describe("1.1");
  run.world.edit({
    "docs/architecture/qa-protocol.md": "- **Command:** `true`",
    "docs/stories/1.1.story.md": storyText("1.1", ["it can be seen"]),
  });
  run.ok("NoticeDrift", { path: "docs/architecture/qa-protocol.md", digest: "other" }, engine);
  assert.deepEqual(run.keys().slice(0, 1), ["drift-docs/architecture/qa-protocol.md-other"]);
  assert.equal(run.no("StartStory", { story: "1.1" }, hand), "BLUEPRINT_DRIFTED");
  run.ok("AcceptDrift", { path: "docs/architecture/qa-protocol.md", digest: "other" });
  run.build("1.1");
  assert.deepEqual(
    [run.state().checks?.map(({ argv }) => argv[0]), run.story("1.1").criteria.length],
    [["npm", "npm"], 2],
  );
  run.ok("NoticeDrift", { path: "docs/prd.md", digest: null }, engine);
  assert.deepEqual(
    run.ok(
      "NoticeDrift",
      { path: "docs/prd.md", digest: run.state().pinned?.["docs/prd.md"] ?? "" },
      engine,
    ),
    ["DriftReverted"],
  );
});
