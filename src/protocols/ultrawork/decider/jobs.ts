// Why: an agent's job begins and fails by events, so that two runners, a crash or a late report never count twice.
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { jobs } from "../jobs.ts";
import { aboutOf } from "../jobs/about.ts";
import { heldBack } from "../jobs/agents.ts";
import { explorerTries, textLimit } from "../limits.ts";
import type { State, Task } from "../state.ts";
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

const unready = (job: string, why: string): Refusal => refuse("JOB_UNREADY", `${job} may not begin: ${why}`);

export const beginJob: Decide<"BeginJob"> = (state, { job: key, holder, hosted, leased }, { by }) => {
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
  if (by.kind === "file" && about.is !== "task") return senderWrong("by hand only a task is begun", "the runner, or cairn claim");
  const worker = workerName(state, key, holder, hosted);
  const begun = { job: key, holder, worker };
  if (about.is === "explore") return [{ type: "ExplorerStarted", data: { explorer: about.explorer, ...begun } }];
  if (about.is === "plan") return [{ type: "PlannerStarted", data: begun }];
  if (about.is === "verify") {
    const one = involvedWith(state, { ...holder, name: worker });
    return one === null ? [{ type: "VerifierStarted", data: { sweep: about.sweep, ...begun } }] : verifierInvolved(state, one);
  }
  if (named === undefined) return unready(key, "it is no agent's");
  return [{ type: "TaskStarted", data: { task: named.id, attempt: named.attempts + 1, leased: leased && by.kind !== "file", ...begun } }];
};

const unknown = (job: string): Refusal => refuse("JOB_UNKNOWN", `${job} isn't under way`);

const taskFailed = (task: Task, kind: string, reason: string): Decided => {
  // Its work was claimed by hand meanwhile; a holder that ends without a word leaves the claim to its checks.
  if (task.claimed === "held" && kind === "silent" && task.work !== null)
    return [{ type: "WorkClaimed", data: { task: task.id, ...task.work, held: false } }];
  return giveBack(task, kind, reason, kind !== "released");
};

const underWay = (state: State, key: string): "explorer" | "planner" | "verifier" | Task | null => {
  if (state.planner.status === "running" && key === plannerKey(state)) return "planner";
  if (state.sweep.running && key === verifierKey(state)) return "verifier";
  if (Object.values(state.explorers).some((explorer) => explorer.running && key === explorerKey(explorer))) return "explorer";
  return (
    Object.values(state.tasks).find(
      (task) => task.status === "in_progress" && task.claimed !== "due" && task.id !== state.verifyId && taskKey(task) === key,
    ) ?? null
  );
};

export const reportFailure: Decide<"ReportFailure"> = (state, { job, kind, reason: given }, { by }) => {
  const what = underWay(state, job);
  if (what === null) return unknown(job);
  if (by.kind === "agent" && by.job !== job) return senderWrong(`${job} is another's job`, "the token of that job");
  if (by.kind === "file" && (typeof what === "string" || what.leased))
    return refuse("JOB_HELD", `${job} is leased: its holder alone ends it`, { fits: "cairn release with its token, or cancel the run" });
  const reason = (given.trim() === "" ? kind : given).slice(0, textLimit);
  const spent = kind !== "released";
  if (what === "planner") return [{ type: "PlannerFailed", data: { kind, reason, spent } }];
  if (what === "verifier") return [{ type: "VerifierFailed", data: { sweep: state.sweep.no, kind, reason, spent } }];
  if (what !== "explorer") return taskFailed(what, kind, reason);
  const role = holderOf(state, job);
  if (role.is !== "explorer") return unknown(job);
  const final = spent && role.explorer.failed + 1 >= explorerTries;
  return [{ type: "ExplorerFailed", data: { explorer: role.explorer.id, kind, reason, final, spent } }];
};
