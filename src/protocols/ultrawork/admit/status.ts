// Edits of a task's status in ultrawork, mapped to the command that they mean.
import { derived, rejection, wrong } from "../../../core/edit-reading.ts";
import type { Part } from "../../../core/part.ts";
import { taskKey } from "../decider/names.ts";
import { heldBack } from "../jobs/agents.ts";
import { mostAttempts, textLimit } from "../limits.ts";
import { openBlockers } from "../ready.ts";
import type { State, Task, TaskStatus } from "../state.ts";
import { nameless } from "../task.ts";
import { workedAttempts } from "../trouble.ts";
import type { Ask, EditRead } from "./part.ts";

export const statuses: readonly TaskStatus[] = ["open", "in_progress", "resolved", "failed"];

export type StatusEdit = {
  readonly task: Task;
  readonly to: TaskStatus;
  /** Position of the status in the file. */
  readonly part: Part;
  readonly by: string | null;
  /** Text of the newest evidence in the same edit. */
  readonly said: string;
};

const ask = ({ part, by }: StatusEdit, command: Ask["command"]): Ask => ({
  command,
  at: part.pointer,
  by,
});

const begin = (edit: StatusEdit): Ask => {
  const { task, by } = edit;
  const holder = { name: by ?? nameless, agent: by, conversation: null };
  const job = `task-${task.id}-${task.attempts + 1}`;
  const data = { job, holder, hosted: false, leased: false };
  return { ...ask(edit, { type: "BeginJob", data }), unit: task.id };
};

/** The text of evidence stays in the evidence: tool output is not the claimant's statement. */
const done = (edit: StatusEdit): Ask =>
  ask(edit, {
    type: "ClaimDone",
    data: {
      task: edit.task.id,
      summary: "set to resolved by hand",
      files: [],
      commits: [],
      concerns: "",
    },
  });

const failure = (edit: StatusEdit, kind: "released" | "failed", otherwise: string): EditRead => {
  const { task, part } = edit;
  if (task.status !== "in_progress")
    return rejection(
      part,
      "JOB_UNKNOWN",
      `task ${task.id} is ${task.status}: nobody works on it`,
      "in_progress first",
    );
  if (task.claimed === "due")
    return rejection(
      part,
      "JOB_UNKNOWN",
      `task ${task.id} was claimed done, and its checks decide`,
      "wait for them: what they find stands in the file",
    );
  const reason = (edit.said.trim() === "" ? otherwise : edit.said).slice(0, textLimit);
  return {
    rest: [ask(edit, { type: "ReportFailure", data: { job: taskKey(task), kind, reason } })],
  };
};

/** A person decides after a failure, and no file can answer. */
const gated = (state: State, { task, part }: StatusEdit): EditRead =>
  rejection(
    part,
    "TASK_GATED",
    `task ${task.id} failed, and whether it is tried again is a person's to say`,
    workedAttempts(task) < mostAttempts
      ? `a person: \`cairn send ${state.run} RetryTask --task ${task.id}\``
      : `all ${mostAttempts} attempts are spent; a person: \`cairn send ${state.run} Waive --task ${task.id} --reason WHY\``,
  );

const beginsHere = (state: State, edit: StatusEdit, then: readonly Ask[]): EditRead => {
  const { task, part, to } = edit;
  if (task.status === "failed") return gated(state, edit);
  const blockers = openBlockers(state, task);
  const why = state.phase === "EXECUTION" ? heldBack(state, task) : `the run is in ${state.phase}`;
  if (why !== null) {
    const fits =
      blockers.length > 0
        ? `${blockers.join(", ")} resolved first`
        : `the same edit once it may begin: \`cairn next ${state.run}\` tells when`;
    return rejection(
      part,
      to === "resolved" ? "TASK_BLOCKED" : "JOB_UNREADY",
      `task ${task.id} may not begin: ${why}`,
      fits,
    );
  }
  return { begins: [begin(edit)], rest: then };
};

const verify = ({ to, part }: StatusEdit): EditRead =>
  to === "resolved"
    ? rejection(
        part,
        "COMPLETE_GUARDED",
        "verification isn't ended by a file",
        "the verifier reports its verdict (`cairn report`), then the engine seals",
      )
    : wrong(derived(part, "the status of verify", "follows from its sweep"));

export const statusAsked = (state: State, edit: StatusEdit): EditRead => {
  const { task, to, part } = edit;
  const now = task.waived === null ? task.status : "failed";
  if (task.id === state.verifyId) return now === to ? {} : verify(edit);
  if (task.waived !== null && to !== "failed")
    return rejection(
      part,
      "TASK_UNFAILED",
      `task ${task.id} was waived by ${task.waived.by}`,
      "leave it as it stands",
    );
  if (now === "resolved" && to !== "resolved")
    return rejection(
      part,
      "TASK_RESOLVED",
      `task ${task.id} is resolved, and stays so`,
      `another task that does what is missing: \`cairn send ${state.run} AddTask …\``,
    );
  if (to === "in_progress") return now === "in_progress" ? {} : beginsHere(state, edit, []);
  if (to === "resolved") {
    if (now === "resolved") return {};
    return now === "in_progress" ? { rest: [done(edit)] } : beginsHere(state, edit, [done(edit)]);
  }
  if (to === "failed")
    return now === "failed" ? {} : failure(edit, "failed", "set to failed by hand");
  if (now === "open") return {};
  if (now === "in_progress") return failure(edit, "released", "set to open by hand");
  return gated(state, edit);
};
