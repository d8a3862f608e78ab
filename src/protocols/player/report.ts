// Reading of a job's outcome: a pure function of job and outcome, safe to repeat.
import { withoutNulls } from "../../core/json/record.ts";
import { findingsIn, fits } from "../../kit/findings.ts";
import type { ResultInput } from "./shapes.ts";
import type { Job, Outcome } from "../../core/job.ts";
import { asBriefed, firstMisfit } from "../../core/reports/misfit.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import { decisions } from "./decisions.ts";
import { aboutOf, type ChildAbout, type NodeAbout } from "./jobs/about.ts";
import type { PlayerCommand } from "./commands.ts";
import { endedCommands } from "./report/ended.ts";
import { reportShape } from "./report/shape.ts";

type Child = Extract<Outcome, { is: "child" }>;

const begin = (
  { node, attempt, told, task }: NodeAbout,
  { hosted, holder }: Outcome,
): PlayerCommand => ({
  type: "StartNode",
  data: {
    node,
    attempt,
    hosted,
    agent: holder.agent ?? holder.name,
    told,
    ...(hosted && task !== null ? { task } : {}),
  },
});

const node = (about: NodeAbout, outcome: Outcome): readonly PlayerCommand[] => {
  if (outcome.is === "granted") return [begin(about, outcome)];
  if (outcome.is === "unstarted")
    return [
      { type: "ReleaseNode", data: { node: about.node, attempt: about.attempt, why: outcome.why } },
    ];
  return outcome.is === "ended" ? endedCommands(about, outcome) : [];
};

/** A child run that can't be started fails the node; one that ended reports its own outcome. */
const child = (about: ChildAbout, { run, ended }: Child): readonly PlayerCommand[] => {
  const { node: id, attempt, told } = about;
  const start: readonly PlayerCommand[] = about.begun
    ? []
    : [{ type: "StartNode", data: { node: id, attempt, hosted: true, told } }];
  const bind: readonly PlayerCommand[] =
    run === null ? [] : [{ type: "BindSession", data: { node: id, attempt, session: run } }];
  if (ended === null) return [...start, ...bind];
  const result: ResultInput = {
    ok: ended.good,
    how: "run",
    output: ended.summary,
    artifacts: ended.artifacts.slice(0, 200),
    ...withoutNulls({ session: run, output_path: ended.output }),
    ...(ended.good ? {} : { reason: "child", error: ended.summary }),
  };
  return [...start, ...bind, { type: "FinishNode", data: { node: id, attempt, result } }];
};

/** Commands that follow from an outcome, possibly none. A refused result of a finished attempt stays refused. */
export const report = (job: Job, outcome: Outcome, refused?: Refusal): readonly PlayerCommand[] => {
  const about = aboutOf(job);
  if (refused !== undefined)
    return refused.code === "TASK_TAKEN" && about.is === "node" && outcome.is === "ended"
      ? endedCommands(about, outcome, false)
      : [];
  if (outcome.is === "decided") return decisions.commands(about, outcome);
  if (about.is === "node") return node(about, outcome);
  return about.is === "child" && outcome.is === "child" ? child(about, outcome) : [];
};

export const misfit = (job: Job, given: unknown): Refusal | null => {
  const about = aboutOf(job);
  if (about.is !== "node") return null;
  const unread = firstMisfit(findingsIn(reportShape, given));
  if (unread !== null) return unread;
  if (!fits(reportShape, given) || (given.node === about.node && given.attempt === about.attempt))
    return null;
  return refuse(
    "REPORT_MISFIT",
    `the report is of ${given.node}, attempt ${given.attempt}, not of ${about.node}, attempt ${about.attempt}`,
    asBriefed,
  );
};
