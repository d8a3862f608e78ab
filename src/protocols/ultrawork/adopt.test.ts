// Tests of adopting an ultrawork folder: nothing in it counts as proof or as work under way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { command, engine } from "../../../test/fixtures/ultrawork-story.ts";
import type { Stamp } from "../../core/protocol.ts";
import { isRefusal } from "../../core/refusal.ts";
import { decide } from "./decider.ts";
import { evolve } from "./evolve.ts";
import { jobs } from "./jobs.ts";
import type { UltraworkCommands } from "./commands.ts";
import type { UltraworkEvent } from "./events.ts";
import type { State } from "./state.ts";

type Found = UltraworkCommands["Adopt"]["data"]["found"];
const stamp: Stamp = { at: "2026-01-08T12:00:00.000Z", by: { kind: "person", name: "ana" } };
const task = (
  id: string,
  status: Found["tasks"][number]["status"],
  more: Partial<Found["tasks"][number]> = {},
): Found["tasks"][number] => ({
  id,
  subject: `Task ${id}`,
  description: null,
  complexity: null,
  files: null,
  blockedBy: [],
  criteria: [
    { text: "a", check: { type: "command_output", command: "npm test" }, chosenBy: "worker" },
  ],
  status,
  worker: "task-def456",
  evidence: [
    {
      criteria: "a",
      command: "npm test",
      output: "ok",
      verified: true,
      timestamp: "2026-01-08T12:15:00Z",
    },
  ],
  startedAt: "2026-01-08T12:05:00.000Z",
  completedAt: status === "resolved" ? "2026-01-08T12:15:00.000Z" : null,
  ...more,
});
const found = (phase: Found["phase"], tasks: Found["tasks"], more: Partial<Found> = {}): Found => ({
  goal: "g",
  session: "abc",
  sessionTask: "42",
  team: "shop",
  home: "~/.claude/ultrawork",
  phase,
  options: { baseline: false },
  tasks,
  verify: null,
  explorers: [],
  findings: [],
  evidenceLog: [],
  extras: [],
  startedAt: "2026-01-08T12:00:00.000Z",
  completedAt: null,
  cancelledAt: null,
  failureReason: null,
  ...more,
});
const adopt = (
  given: Found,
): { readonly events: readonly UltraworkEvent[]; readonly state: State } => {
  const one = command("Adopt", {
    found: given,
    corrections: ["blockedBy read as blocked_by"],
    digests: {},
    run: "r",
  });
  const decided = decide(null, one, stamp);
  assert.ok(!isRefusal(decided));
  const state = decided.reduce<State | null>(
    (before, event) => evolve(before, { ...event, version: 1, ...stamp, cause: "c" }),
    null,
  );
  assert.ok(state !== null);
  return { events: decided, state };
};

test("what was under way is open again, what was resolved stays so and is unproved, verify is made", () => {
  const { events, state } = adopt(
    found("EXECUTION", [task("1", "resolved"), task("2", "in_progress", { blockedBy: ["1"] })]),
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ["RunAdopted"],
  );
  assert.deepEqual(
    state.order.map((id) => state.tasks[id]?.status),
    ["resolved", "open"],
  );
  assert.equal(state.tasks["1"]?.criteria[0]?.proof, null);
  assert.equal(state.tasks["1"]?.found[0]?.verified, true);
  assert.deepEqual(state.tasks["verify"]?.blockedBy, ["1", "2"]);
  assert.deepEqual(state.adopted, ["blockedBy read as blocked_by"]);
  assert.deepEqual(
    jobs(state).map(({ key }) => key),
    ["task-2-1"],
  );
});

test("adopted with everything resolved, every check still runs before any COMPLETE", () => {
  const verify = task("5", "open", { criteria: [] });
  const { events, state } = adopt(found("EXECUTION", [task("1", "resolved")], { verify }));
  assert.deepEqual(
    events.map(({ type }) => type),
    ["RunAdopted", "PhaseEntered", "SweepOpened"],
  );
  assert.equal(state.verifyId, "5");
  assert.deepEqual(
    jobs(state).map(({ key }) => key),
    ["recheck-1-1-1"],
  );
  const sealing = decide(state, command("Complete", { tree: "t" }), { ...stamp, by: engine });
  assert.equal(isRefusal(sealing) ? sealing.code : "", "VERDICT_MISSING");
});

test("an end that was found is history; a cancelled one may be taken up again", () => {
  const { state } = adopt(
    found("CANCELLED", [task("1", "open")], { cancelledAt: "2026-01-08T13:00:00.000Z" }),
  );
  assert.deepEqual(
    [state.phase, state.cancelledAt, jobs(state)],
    ["CANCELLED", "2026-01-08T13:00:00.000Z", []],
  );
  const again = decide(state, command("Reopen", { reason: "r" }), stamp);
  assert.deepEqual(isRefusal(again) ? again.code : again.map(({ data }) => data), [
    { phase: "EXECUTION", reason: "r", max_iterations: null },
  ]);
  assert.equal(adopt(found("COMPLETE", [task("1", "resolved")])).state.phase, "COMPLETE");
});

test("a ring is adopted paused; taken up in auto it ends and says why", () => {
  const tasks = [task("1", "open", { blockedBy: ["2"] }), task("2", "open", { blockedBy: ["1"] })];
  const { events, state } = adopt(found("EXECUTION", tasks, { options: { mode: "auto" } }));
  assert.deepEqual(
    events.map(({ type }) => type),
    ["RunAdopted", "RunPaused"],
  );
  const resumed = decide(state, command("Resume", {}), stamp);
  assert.deepEqual(isRefusal(resumed) ? resumed.code : resumed.at(-1)?.data, {
    reason: "nothing can start: task 1 waits for 2; task 2 waits for 1",
  });
});

test("an unreadable name or option is refused as at a start", () => {
  const code = (given: Found): string => {
    const decided = decide(
      null,
      command("Adopt", { found: given, corrections: [], digests: {} }),
      stamp,
    );
    return isRefusal(decided) ? decided.code : "";
  };
  assert.equal(code(found("PLANNING", [], { session: "../x" })), "SESSION_INVALID");
  assert.equal(code(found("PLANNING", [], { goal: "" })), "GOAL_EMPTY");
  assert.equal(code(found("PLANNING", [], { options: { mode: "x" } })), "OPTION_INVALID");
});
