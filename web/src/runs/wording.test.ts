// Tests of the words of the list of runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { line } from "../../../test/fixtures/run-line.ts";
import { shownJob } from "../../../test/fixtures/shown.ts";
import { usageParts } from "../words.ts";
import {
  briefWords,
  deedOf,
  moreWords,
  shortEvidence,
  progressWords,
  wrongBeside,
} from "./wording.ts";

test("how far it is stands in words", () => {
  assert.equal(progressWords(line("a")), "nothing planned yet");
  const pieces = { done: 5, proved: 5, of: 12, failed: 0 };
  assert.equal(progressWords(line("a", { pieces, begun: true })), "5 of 12 done");
  assert.equal(
    progressWords(line("a", { pieces: { ...pieces, done: 0, proved: 0 } })),
    "12 tasks planned, none begun",
  );
  assert.equal(shortEvidence(line("a")), null);
  assert.equal(shortEvidence(line("a", { evidence: { have: 7, of: 10 } })), "7 of 10 proved");
});

test("what it took stands shortly, and nothing where nobody told", () => {
  assert.deepEqual(usageParts(line("a")), []);
  assert.deepEqual(
    usageParts(line("a", { usage: { input: 12_400, output: 3_100, cost: 0.416 } })),
    ["16k tokens", "$0.42"],
  );
  assert.deepEqual(
    usageParts(line("a", { usage: { input: 2_000_000, output: null, cost: 0.004 } })),
    ["2.0M tokens", "under $0.01"],
  );
});

const since = "2026-01-01T00:00:00.000Z";
const asks = (run: string, question = "Approve it?") => [{ run, key: "plan", question, since }];
const deed = (rest: Parameters<typeof line>[1]) => {
  const { verb, text } = deedOf(line("a", rest));
  return text === "" ? verb : `${verb}: ${text}`;
};

test("what to do about a run begins with its verb, and says nothing where nothing is to be done", () => {
  assert.equal(
    deed({ state: "waits for you", decisions: asks("a", "Approve it?\nMore of it.") }),
    "Answer: Approve it?",
  );
  assert.equal(deed({ state: "no runner", idle: true }), "Resume: its runner has stopped");
  assert.equal(deed({ state: "not started", idle: true }), "Start: nothing has begun");
  assert.equal(deed({ state: "paused", life: "paused" }), "Resume: it is paused");
  assert.match(deed({ state: "in doubt" }), /^Resume: a runner checks what became of/u);
  assert.match(deed({ state: "not done", life: "over" }), /^Nothing to do: it ended without/u);
  assert.equal(
    deed({ state: "done", life: "archived", toMerge: true }),
    "Merge: its work waits on its branch",
  );
  assert.equal(
    deed({ state: "not proved", life: "over", toMerge: true }),
    "Review: not all of its work is proved",
  );
  assert.equal(deed({ state: "done", life: "over" }), "Nothing to do");
  const cancelled = deed({ state: "not done", life: "over", phase: "CANCELLED" });
  assert.equal(cancelled, "Nothing to do: it was cancelled");
  assert.match(deed({ state: "waiting" }), /^Nothing to do: it waits for an external worker/u);
  const worker = { ...shownJob("running"), label: "Greet visitors" };
  assert.equal(deed({ workers: [worker] }), "At work: Greet visitors");
  assert.equal(
    deed({ state: "no runner", workers: [worker] }),
    "Resume: its runner has stopped, 1 agent still at work",
  );
});

test("of a question about what failed the cause is told, which else would be cut", () => {
  const wrong = [
    {
      shade: "bad",
      what: "failed",
      text: "the server answered 502 – Put it on staging.",
      node: "N-002",
      name: "N-002",
    },
  ] as const;
  const decisions = asks(
    "a",
    "N-002 (Put it on staging), attempt 1, failed: the server answered 502. What now?",
  );
  const asking = line("a", { state: "waits for you", wrong, decisions });
  assert.equal(deedOf(asking).text, "N-002 failed: the server answered 502. What next?");
  assert.deepEqual(wrongBeside(asking), [], "and it isn't told twice");
  assert.equal(wrongBeside({ ...asking, decisions: [] }).length, 1);
  assert.equal(
    deed({ decisions: asks("a", "The plan is there (1 epic, 3 stories). May it begin?") }),
    "Answer: The plan is there. May it begin?",
  );
});

test("each line in few words, and how many there are of each kind besides the first", () => {
  const lines = [
    { what: "failed", name: "task 1" },
    { what: "refused" },
    { what: "warning" },
    { what: "warning" },
  ].map((one) => ({ ...one, shade: "bad" as const, text: "" }));
  assert.deepEqual(lines.map(briefWords), ["task 1 failed", "edit refused", "warning", "warning"]);
  assert.equal(moreWords(lines.slice(1)), "1 refused edit, 2 warnings");
});
