// Entries of progress.md for what the engine commits at a gate.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  adoptedEvent,
  foundUnit,
  logOf,
  stateFrom,
} from "../../../../../test/fixtures/iterative-state.ts";
import { write } from "../../files.ts";
import type { IterativeEvent, IterativeEvents } from "../../events.ts";

/** The entries for events, each without its heading's `## `. */
const entries = (
  ...events: readonly (IterativeEvent & { readonly cause?: string })[]
): readonly string[] => {
  const log = logOf([adoptedEvent({ units: [foundUnit("T1")] }), ...events]);
  const text = write(stateFrom(log.slice(0, 1)), log)["progress.md"] ?? "";
  return text
    .split("\n\n## ")
    .slice(1)
    .map((entry) => entry.trimEnd());
};
const check = { argv: ["x"], why: null, ms: 1, digest: null, bytes: 1 };

test("what the engine committed at a gate stands in an entry of that gate, whatever the gate came to", () => {
  const data = { unit: "T1", n: 3, content: null, tree: null, head: null };
  const ran = (
    name: string,
    exit: number,
  ): Extract<IterativeEvent, { type: "GateRun" }>["data"]["checks"][number] => ({
    ...check,
    name,
    exit,
    excerpt: "said",
    passed: exit === 0,
  });
  const committed = (cause: string) => ({
    cause,
    type: "CommitRecorded" as const,
    data: { unit: "T1", hash: cause.repeat(40), subject: "feat" },
  });
  const gate = (
    cause: string,
    outcome: IterativeEvents["GateRun"]["data"]["outcome"],
    exit: number,
  ) => ({
    cause,
    type: "GateRun" as const,
    data: { ...data, checks: [ran("committed", 0), ran("tests", exit)], outcome },
  });
  const made = entries(
    committed("a"),
    committed("b"),
    gate("b", "green", 0),
    committed("c"),
    gate("c", "restless", 0),
    committed("d"),
    gate("d", "red", 1),
    gate("e", "green", 0),
  );
  assert.deepEqual(
    made.map((entry) => entry.split("\n").slice(1)),
    [
      ["**Result:** green", "**Checks:** committed 0, tests 0", "**Commit:** bbbbbbb"],
      [
        "**Result:** run anew: a check changed files",
        "**Checks:** committed 0, tests 0",
        "**Commit:** ccccccc",
      ],
      [
        "**Result:** red: tests",
        "**Checks:** committed 0, tests 1",
        "**Output:** said",
        "**Commit:** ddddddd",
      ],
    ],
  );
});
