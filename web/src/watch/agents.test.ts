// Tests of the tiles of agents at work: which, in which order, and with which last lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { line } from "../../../test/fixtures/run-line.ts";
import { shownJob } from "../../../test/fixtures/shown.ts";
import { agentsOf, lastLines } from "./agents.ts";

const job = (fence: number | null, minute: number) => ({
  ...shownJob("running", { fence, since: `2026-01-08T12:0${minute}:00.000Z` }),
  label: "Greet visitors",
});

test("agents of all runs stand by their beginning, those without a runner, too; a job done by a run of its own has no tile", () => {
  const lines = [
    line("a", { workers: [job(3, 5), job(null, 0)] }),
    line("b", { workers: [job(1, 1)] }),
    line("c", { workers: [job(2, 2)], state: "no runner" }),
  ];
  assert.deepEqual(
    agentsOf(lines).map(({ line: { run }, fence }) => `${run} ${fence}`),
    ["b 1", "c 2", "a 3"],
  );
});

test("the last lines are those of words and calls, without what was used", () => {
  const end = { is: "ended", id: "1", good: true, exit: 0, bytes: 8 } as const;
  const lines = lastLines(
    [
      { is: "said", text: "First.\n\nThen the test.\n" },
      { is: "ran", id: "1", command: "npm test\n--verbose", end },
      { is: "used", usage: { input: 1, output: 1, cost: null } },
    ],
    2,
  );
  assert.deepEqual(
    lines.map(({ word, text, note }) => `${word} ${text} ${note}`.trim()),
    ["said Then the test.", "ran npm test exit 0 · 8 B"],
  );
});
