// Why: whoever sees Cairn for the first time must read from the list what is going on and what is wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { line } from "../../../test/fixtures/run-line.ts";
import { evidenceWords, progressWords, markOf, wrongs } from "./wording.ts";

test("each standing has words of its own, whatever its mark", () => {
  const worker = { by: "codex", subject: "T1", role: "worker", since: null };
  const told = [
    line("a", { decisions: [{ run: "a", key: "plan", question: "Approve it?" }] }),
    line("b", { workers: [worker] }),
    line("c", { driven: true }),
    line("d", { idle: true }),
    line("e", { status: "waiting" }),
    line("f", { life: "paused", status: "paused" }),
    line("g", { life: "over", status: "ended", good: true }),
    line("h", { life: "over", status: "ended", good: false }),
    line("i", { life: "archived", status: "ended", good: true }),
  ].map((one) => markOf(one).words);
  const expected = [
    "waits for you",
    "running",
    "running",
    "nobody is at work",
    "waiting",
    "paused",
    "done",
    "ended, not done",
    "done, archived",
  ];
  assert.deepEqual(told, expected);
});

test("how far it is stands in words", () => {
  assert.equal(progressWords(line("a")), "nothing planned yet");
  assert.equal(progressWords(line("a", { nodes: { done: 5, of: 12, failed: 0 } })), "5 of 12 done");
  assert.equal(progressWords(line("a", { nodes: { done: 5, of: 12, failed: 1 } })), "5 of 12 done, 1 failed");
  assert.equal(evidenceWords(line("a")), null);
  assert.equal(evidenceWords(line("a", { evidence: { have: 7, of: 10 } })), "7 of 10 proved");
});

test("what is wrong comes worst first, each in its own words", () => {
  const found = wrongs(
    line("a", {
      warnings: ["the tree changed", "no agent"],
      doubts: 2,
      refused: "prd.json: TASK_UNPROVED",
      nodes: { done: 1, of: 3, failed: 1 },
    }),
  );
  assert.deepEqual(
    found.map(({ what, text }) => `${what}: ${text}`),
    [
      "hand edit refused: prd.json: TASK_UNPROVED",
      "in doubt: nobody knows how 2 jobs ended",
      "failed: 1 of 3 nodes",
      "warning: the tree changed",
      "warning: no agent",
    ],
  );
  assert.deepEqual(wrongs(line("a")), []);
});
