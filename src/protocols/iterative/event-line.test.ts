// Tests of event lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { engine } from "../../../test/fixtures/iterative-rules.ts";
import { openStory, unitOf } from "../../../test/fixtures/iterative-story.ts";
import { recoveryLines } from "./files/progress/judged.ts";
import { eventLineOf } from "../../kit/telling.ts";
import { allEvents, type IterativeEvent } from "./events.ts";

const lineOf = (event: IterativeEvent): string => eventLineOf(allEvents)({ ...event, by: engine });

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

test("whoever takes work back is told its commits, newest first", () => {
  const run = openStory();
  run.plan([unitOf("T1")]);
  run.pass("T1", { says: "continue", edit: { "src/t1.ts": "1" }, commit: "feat: half" });
  run.settle("T1");
  run.ok("ReopenUnit", { unit: "T1", reason: "too slow", dependants: false });
  const line = lineOf({ type: "UnitReopened", data: run.last("UnitReopened") });
  assert.match(
    line,
    /^T1: too slow; its commits, newest first: [0-9a-f]{7}: T1, [0-9a-f]{7}: feat: half$/u,
  );
});
