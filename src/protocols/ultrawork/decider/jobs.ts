// Why: an agent's job begins and fails by events, so that two runners, a crash or a late report never count twice.
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { jobs } from "../jobs.ts";
import { aboutOf } from "../jobs/about.ts";
import { heldBack } from "../jobs/agents.ts";
import { explorerTries, textLimit } from "../limits.ts";
import type { UltraworkEvents } from "../messages.ts";
import type { Explorer, State, Task } from "../state.ts";
import { explorerUnit, planUnit, taskUnit, troubleNow, troubleOf, verifyUnit } from "../trouble.ts";
import {
  explorerKey,
  holderOf,
  involvedWith,
  plannerKey,
  senderWrong,
  taskKey,
  verifierInvolved,
  verifierKey,
  workerName,
} from "./names.ts";
import { giveBack } from "./settle.ts";
import type { Decide, Decided } from "./step.ts";

const unready = (job: string, why: string): Refusal =>
  refuse("JOB_UNREADY", `${job} may not begin: ${why}`);

export const beginJob: Decide<"BeginJob"> = (
  state,
  { job: key, holder, hosted, leased },
  { by },
) => {
  const job = jobs(state).find((one) => one.key === key);
  if (job === undefined || job.kind !== "agent") {
    const known = holderOf(state, key).is !== "nobody";
    return known
      ? unready(key, "it began already, and is over")
      : refuse("JOB_UNREADY", `${key} isn't due`, {
          fits: jobs(state)
            .map((one) => one.key)
            .slice(0, 10)
            .join(", "),
        });
  }
  if (job.begun) return unready(key, "it is under way already");
  const about = aboutOf(job);
  const named = about.is === "task" ? state.tasks[about.task] : undefined;
  // Which of two that may both begin goes first is the order of starting, no rule: by hand the other may be taken.
  const why = named === undefined ? job.why : heldBack(state, named);
  if (why !== null) return unready(key, why);
  if (by.kind === "file" && about.is !== "task")
    return senderWrong("by hand only a task is begun", "the runner, or `cairn claim`");
  const worker = workerName(state, key, holder, hosted);
  const begun = { job: key, holder, worker };
  if (about.is === "explore")
    return [{ type: "ExplorerStarted", data: { explorer: about.explorer, ...begun } }];
  if (about.is === "plan") return [{ type: "PlannerStarted", data: begun }];
  if (about.is === "verify") {
    const one = involvedWith(state, { ...holder, name: worker });
    return one === null
      ? [{ type: "VerifierStarted", data: { sweep: about.sweep, ...begun } }]
      : verifierInvolved(state, one);
  }
  if (named === undefined) return unready(key, "it is no agent's");
  return [
    {
      type: "TaskStarted",
      data: {
        task: named.id,
        attempt: named.attempts + 1,
        leased: leased && by.kind !== "file",
        ...begun,
      },
    },
  ];
};

const unknown = (job: string): Refusal => refuse("JOB_UNKNOWN", `${job} isn't under way`);

type Failed = Omit<UltraworkEvents["TaskReturned"]["data"], "task">;

const taskFailed = (task: Task, failed: Failed): Decided => {
  // Its work was claimed by hand meanwhile; a holder that ends without a word leaves the claim to its checks.
  if (task.claimed === "held" && failed.kind === "silent" && task.work !== null)
    return [{ type: "WorkClaimed", data: { task: task.id, ...task.work, held: false } }];
  return giveBack(task, failed);
};

type UnderWay =
  | { readonly is: "planner"; readonly unit: string }
  | { readonly is: "verifier"; readonly unit: string }
  | { readonly is: "explorer"; readonly unit: string; readonly explorer: Explorer }
  | { readonly is: "task"; readonly unit: string; readonly task: Task };

const underWay = (state: State, key: string): UnderWay | null => {
  if (state.planner.status === "running" && key === plannerKey(state))
    return { is: "planner", unit: planUnit };
  if (state.sweep.running && key === verifierKey(state))
    return { is: "verifier", unit: verifyUnit };
  const explorer = Object.values(state.explorers).find(
    (one) => one.running && key === explorerKey(one),
  );
  if (explorer !== undefined) return { is: "explorer", unit: explorerUnit(explorer.id), explorer };
  const task = Object.values(state.tasks).find(
    (one) =>
      one.status === "in_progress" &&
      one.claimed !== "due" &&
      one.id !== state.verifyId &&
      taskKey(one) === key,
  );
  return task === undefined ? null : { is: "task", unit: taskUnit(task.id), task };
};

export const reportFailure: Decide<"ReportFailure"> = (
  state,
  { job, kind, reason: given, trouble, retry_at: retryAt },
  { at, by },
) => {
  const what = underWay(state, job);
  if (what === null) return unknown(job);
  if (by.kind === "agent" && by.job !== job)
    return senderWrong(`${job} is another's job`, "the token of that job");
  if (by.kind === "file" && (what.is !== "task" || what.task.leased))
    return refuse("JOB_HELD", `${job} is leased: its holder alone ends it`, {
      fits: "`cairn release` with its token, or cancel the run",
    });
  const reason = (given.trim() === "" ? kind : given).slice(0, textLimit);
  const turned =
    trouble === undefined
      ? {}
      : { trouble: troubleNow(troubleOf(state, what.unit), trouble, at, retryAt) };
  const failed = { kind, reason, spent: kind !== "released" && trouble === undefined, ...turned };
  if (what.is === "planner") return [{ type: "PlannerFailed", data: failed }];
  if (what.is === "verifier")
    return [{ type: "VerifierFailed", data: { sweep: state.sweep.no, ...failed } }];
  if (what.is === "task") return taskFailed(what.task, failed);
  const final = failed.spent && what.explorer.failed + 1 >= explorerTries;
  return [
    {
      type: "ExplorerFailed",
      data: { explorer: what.explorer.id, kind, reason, final, spent: failed.spent, ...turned },
    },
  ];
};
