// End of a task by its criteria in ultrawork: proved, returned or given up.
import * as event from "../events.ts";
import type { failure } from "../shapes.ts";
import type { DataOf } from "../../../kit/schema.ts";
import { checkText } from "../checks.ts";
import { claimDue, confirmations, isUnshown, type Numbered, numbered } from "../jobs/due.ts";
import { isSettled, planned } from "../ready.ts";
import type { State, Task } from "../state.ts";
import type { Events, Follow } from "./step.ts";

type Failed = DataOf<typeof failure>;

/** Ends a failed attempt: another one follows, or none is left. `spent`: it counts. */
export const giveBack = (task: Task, failed: Failed): Events =>
  failed.spent && task.attempts >= task.allowance
    ? [event.taskFailed({ task: task.id, kind: failed.kind, reason: failed.reason })]
    : [event.taskReturned({ task: task.id, ...failed })];

const fails =
  (state: State) =>
  (entry: Numbered): boolean =>
    entry.criterion.check === null ||
    (entry.criterion.proof?.stale === false && isUnshown(state, entry));

export const failureText = ({ number, criterion: { text, check, proof } }: Numbered): string => {
  if (check === null)
    return `criterion ${number} "${text}" has no check: name one with its evidence`;
  const how = proof === null ? "not shown" : (proof.why ?? `exit ${proof.exit ?? "unknown"}`);
  const output = proof === null || proof.excerpt === "" ? "" : `\n${proof.excerpt}`;
  return `criterion ${number} "${text}" (${checkText(check)}): ${how}${output}`;
};

const settled = (state: State, task: Task): Events => {
  if (task.status !== "in_progress" || task.claimed !== "due" || claimDue(state, task).length > 0)
    return [];
  const failed = numbered(state, task).filter(fails(state));
  if (failed.length > 0)
    return giveBack(task, {
      kind: "checks",
      reason: failed.map(failureText).join("\n\n"),
      spent: true,
    });
  const asks = confirmations(state).some((entry) => entry.task.id === task.id);
  return asks ? [] : [event.taskResolved({ task: task.id })];
};

export const settle: Follow = (state) => {
  if (state.phase !== "EXECUTION") return [];
  for (const task of planned(state)) {
    const events = settled(state, task);
    if (events.length > 0) return events;
  }
  return [];
};

export const enterVerification: Follow = (state) => {
  const tasks = planned(state);
  return state.phase === "EXECUTION" && tasks.length > 0 && tasks.every(isSettled)
    ? [event.phaseEntered({ phase: "VERIFICATION" })]
    : [];
};
