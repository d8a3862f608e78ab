// Tests of event lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { discovering, engine } from "../../../test/fixtures/iterative-rules.ts";
import { openStory, unitOf } from "../../../test/fixtures/iterative-story.ts";
import { recoveryLines } from "./files/progress/judged.ts";
import { eventLineOf } from "../../kit/telling.ts";
import { allEvents, type IterativeEvent } from "./events.ts";

const lineOf = (event: IterativeEvent): string => eventLineOf(allEvents)({ ...event, by: engine });

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

test("changed settings are named, and so are new rounds for whoever had used up theirs", () => {
  const run = openStory();
  run.plan([unitOf("T1")]);
  const gate = { name: "tests", argv: ["true"], cwd: ".", scope: "run", timeout_s: 60 } as const;
  run.ok("SetSettings", { settings: { workers: 2, deliver: "ask", gates: [gate] } });
  assert.equal(
    lineOf({ type: "SettingsChanged", data: run.last("SettingsChanged") }),
    "workers 2, gates, deliver ask",
  );
  assert.equal(
    lineOf({ type: "SettingsChanged", data: { settings: run.last("SettingsChanged").settings } }),
    "",
  );
  const rules = discovering();
  for (const n of [1, 2, 3])
    rules.send("FailAttempt", { job: "interviewer", n, why: "garbage" }, engine);
  const [again] = rules.send("SetSettings", { settings: { interviewer: "agent" } });
  assert.ok(again?.type === "SettingsChanged");
  assert.equal(lineOf(again), "new rounds for the interviewer");
});
