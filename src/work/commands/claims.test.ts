// Test of who may choose how a criterion is checked, and which checks are taken.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, planOf, shows, taskOf } from "../../../test/fixtures/ultrawork.ts";
import { ana, by, engine } from "../../../test/fixtures/stage.ts";
import { isRefusal } from "../../core/refusal.ts";

/** Criterion 1 of each task has no check, criterion 2 has one of the plan's. */
const plan = planOf(
  ...["1", "2"].map((id) => taskOf(id, { success_criteria: ["bare", shows("shown", "x c")] })),
);
const worker = by("task-1-1");
const command = { command: "npm run e2e" };
const auto = { mode: "auto" };
const manual = { type: "manual" };
const cases = [
  ["a person", ana, "1", 1, command, {}, ["CheckSet"]],
  ["a person, of what was planned", ana, "1", 2, command, {}, ["CheckSet"]],
  ["a person, as it is already", ana, "1", 2, { command: "x c" }, {}, []],
  ["a person, by looking", ana, "1", 1, manual, {}, ["CheckSet"]],
  ["a person who isn't there", ana, "1", 1, manual, auto, "PLAN_UNATTENDED"],
  ["a person, with a command", ana, "1", 1, command, auto, ["CheckSet"]],
  ["its worker", worker, "1", 1, command, {}, ["CheckSet"]],
  ["its worker, of what was planned", worker, "1", 2, command, {}, "CHECK_PLANNED"],
  ["its worker, by what always passes", worker, "1", 1, { command: "true" }, {}, "CHECK_HOLLOW"],
  ["another task's worker", worker, "2", 1, command, {}, "SENDER_WRONG"],
  ["the engine", engine, "1", 1, command, {}, "SENDER_WRONG"],
  ["a person, of what isn't there", ana, "1", 3, command, {}, "CRITERION_UNKNOWN"],
] as const;

for (const [who, sender, unit, criterion, check, options, expected] of cases)
  test(`${who} names a check: ${String(expected)}`, async () => {
    const run = await begin(options === auto ? planOf(taskOf("1"), taskOf("2")) : plan, options);
    run.begin("task-1-1");
    const data = { unit, criterion, check, reason: "better" };
    const sent = run.send([{ type: "SetCheck", data }], sender);
    assert.deepEqual(isRefusal(sent) ? sent.code : sent, expected);
  });
