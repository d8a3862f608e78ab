// Why: one line an event is all that whoever follows a run reads: it must say something, and nothing that wasn't said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { recoveryLines } from "./files/progress/judged.ts";
import type { IterativeEvent } from "./messages.ts";
import { told } from "./told.ts";

const lineOf = (event: IterativeEvent): string =>
  told({ ...event, version: 1, at: "2026-01-14T10:30:00Z", by: { kind: "engine", name: "engine" }, cause: "1" });

test("why an attempt failed is told whole, not only its heading", () => {
  const why = "what it gave was refused:\nFIELD_INVALID: /units/0 doesn't fit";
  assert.equal(
    lineOf({ type: "AttemptFailed", data: { job: "planner", n: 2, why } }),
    "planner#2: what it gave was refused: FIELD_INVALID: /units/0 doesn't fit",
  );
});

test("a discrepancy names a file and what it said only where there are such", () => {
  const bare = { file: "", pointer: "", said: "", found: "T1 goes on in work" };
  const whole = { file: "state.json", pointer: "/T1", said: "T1 is done", found: "no commit" };
  assert.deepEqual(
    [bare, whole].map((data) => lineOf({ type: "DiscrepancyLogged", data })),
    ["T1 goes on in work", "state.json: said T1 is done, found no commit"],
  );
  assert.deepEqual(recoveryLines([bare, whole], []).slice(0, 1), [
    "**Did:**\n  - T1 goes on in work\n  - state.json /T1: said T1 is done, found no commit",
  ]);
});
