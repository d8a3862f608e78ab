// Simulated people of ultrawork: unrequested meddling.
import type { Command } from "../../src/core/protocol.ts";
import type { Chance } from "./chance.ts";

export const issues = {
  issues: [{ summary: "I saw a gap", done_when: "src/1.ts is good" }],
};

/** Things that nobody asked for. */
export const whims = (
  chance: Chance,
  tasks: readonly string[],
): readonly (readonly [number, Command])[] => {
  const task = chance.pick(tasks);
  const extra = {
    id: `x${chance.letters(3)}`,
    subject: "one more",
    success_criteria: [{ criteria: "it is there", command: "holds src/1.ts" }],
  };
  return [
    [4, { type: "Pause", data: {} }],
    [5, { type: "Resume", data: {} }],
    [1, { type: "Cancel", data: { reason: "enough" } }],
    [0.5, { type: "Fail", data: { reason: "hopeless" } }],
    [3, { type: "Reopen", data: { reason: "after all" } }],
    [2, { type: "SetOptions", data: { options: { max_workers: chance.between(0, 3) } } }],
    [1, { type: "Waive", data: { unit: task, criterion: 1, reason: "no need" } }],
    [0.5, { type: "Waive", data: { unit: task, reason: "no need" } }],
    [1, { type: "Retry", data: { unit: task } }],
    [0.5, { type: "Skip", data: { unit: task, reason: "not now" } }],
    [0.5, { type: "ReopenUnit", data: { unit: task, reason: "once more" } }],
    [
      1,
      {
        type: "SetUnits",
        data: { units: [{ id: task, subject: `Task ${task} again` }, extra], reason: "clearer" },
      },
    ],
    [1, { type: "RecordVerdict", data: { unit: "verify", verdict: "FAIL", ...issues } }],
    [0.5, { type: "Archive", data: {} }],
    [1.5, { type: "Unarchive", data: {} }],
  ];
};
