// Commands that begin a job and report its failure, in ultrawork.
import * as event from "../events.ts";
import type { Decided } from "../decider/step.ts";
import type { failure } from "../shapes.ts";
import { holder, jobKey, reason } from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { agentJobs } from "../jobs/agents.ts";
import { aboutOf } from "../jobs/about.ts";
import { heldBack } from "../jobs/agents.ts";
import { explorerTries, textLimit } from "../limits.ts";
import type { Explorer, State, Task } from "../state.ts";
import { explorerUnit, planUnit, taskUnit, troubleNow, troubleOf, verifyUnit } from "../trouble.ts";
import { troubleKinds } from "../state.ts";
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
} from "../decider/names.ts";
import { giveBack } from "../decider/settle.ts";

const unready = (job: string, why: string): Refusal =>
  refuse("JOB_UNREADY", `${job} may not begin: ${why}`);

export const beginJob = command("BeginJob", {
  means: "Records that a job has its agent.",
  data: {
    job: jobKey,
    holder,
    hosted: t.standing(
      t.means("launched by a host of ours: it is shown under a name of its own", t.flag),
      false,
    ),
    leased: t.standing(t.means("false: begun by hand, without a lease", t.flag), true),
  },
  who: ["engine", "file"],
  decide: (state, { job: key, holder, hosted, leased }, { by }) => {
    const due = agentJobs(state);
    const job = due.find((one) => one.key === key);
    if (job === undefined) {
      const known = holderOf(state, key).is !== "nobody";
      return known
        ? unready(key, "it began already, and is over")
        : refuse("JOB_UNREADY", `${key} isn't due`, {
            fits: due
              .map((one) => one.key)
              .slice(0, 10)
              .join(", "),
          });
    }
    if (job.begun) return unready(key, "it is under way already");
    const about = aboutOf(job);
    const named = about.is === "task" ? state.tasks[about.task] : undefined;
    // The starting order is a preference, not a rule: by hand any startable job may be taken.
    const why = named === undefined ? job.why : heldBack(state, named);
    if (why !== null) return unready(key, why);
    if (by.kind === "file" && about.is !== "task")
      return senderWrong("by hand only a task is begun", "the runner, or `cairn claim`");
    const worker = workerName(state, key, holder, hosted);
    const begun = { job: key, holder, worker };
    if (about.is === "explore")
      return [event.explorerStarted({ explorer: about.explorer, ...begun })];
    if (about.is === "plan") return [event.plannerStarted(begun)];
    if (about.is === "verify") {
      const one = involvedWith(state, { ...holder, name: worker });
      return one === null
        ? [event.verifierStarted({ sweep: about.sweep, ...begun })]
        : verifierInvolved(state, one);
    }
    if (named === undefined) return unready(key, "it is no agent's");
    return [
      event.taskStarted({
        task: named.id,
        attempt: named.attempts + 1,
        leased: leased && by.kind !== "file",
        ...begun,
      }),
    ];
  },
});

const unknown = (job: string): Refusal => refuse("JOB_UNKNOWN", `${job} isn't under way`);

type Failed = t.DataOf<typeof failure>;

const taskFailed = (task: Task, failed: Failed): Decided => {
  // Its work was claimed by hand meanwhile; a holder that ends without a report leaves the claim to its checks.
  if (task.claimed === "held" && failed.kind === "silent" && task.work !== null)
    return [event.workClaimed({ task: task.id, ...task.work, held: false })];
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

export const reportFailure = command("ReportFailure", {
  means: "Records a job under way that ended without a result.",
  data: {
    job: jobKey,
    kind: t.oneOf([
      "failed",
      "timeout",
      "crashed",
      "silent",
      "garbage",
      "lost",
      "lapsed",
      "released",
    ]),
    reason,
    trouble: t.optional(
      t.means(
        "what of its model server kept it from work: it spends no try",
        t.oneOf(troubleKinds),
      ),
    ),
    retry_at: t.optional(t.means("when its provider says that it may be tried again", t.text)),
  },
  who: ["agent", "engine", "file"],
  decide: (state, { job, kind, reason: given, trouble, retry_at: retryAt }, { at, by }) => {
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
    if (what.is === "planner") return [event.plannerFailed(failed)];
    if (what.is === "verifier") return [event.verifierFailed({ sweep: state.sweep.no, ...failed })];
    if (what.is === "task") return taskFailed(what.task, failed);
    const final = failed.spent && what.explorer.failed + 1 >= explorerTries;
    return [
      event.explorerFailed({
        explorer: what.explorer.id,
        kind,
        reason,
        final,
        spent: failed.spent,
        ...turned,
      }),
    ];
  },
});
