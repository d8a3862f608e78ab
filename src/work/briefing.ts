// What agents and people are told of a job, and what an agent may say during it.
import { argvText } from "../core/checks/argv.ts";
import { together } from "../core/rules/decision.ts";
import type { Job } from "../core/job.ts";
import type { Ask, Facts, Protocol } from "../core/protocol.ts";
import { page } from "../core/words/quote.ts";
import { isRecord, withoutNulls } from "../core/json/record.ts";
import { type About, aboutOf } from "./about.ts";
import { plannedUnits } from "./course.ts";
import { approval, confirmation, question, verdict } from "./decisions.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import { stuck } from "./stuck.ts";
import { find, type Work } from "./work.ts";

export const decisionsIn = (dialect: Dialect) =>
  together([question, approval(dialect), confirmation(dialect), stuck(dialect), verdict(dialect)]);
type Decisions = ReturnType<typeof decisionsIn>;
export const briefOf = (
  dialect: Dialect,
  decisions: Decisions,
  state: Work,
  job: Job,
  facts: Facts,
): string => {
  const about: About = aboutOf(job);
  const unit = "unit" in about ? find(state, about.unit) : undefined;
  if (about.is === "work" && unit !== undefined)
    return kindOf(dialect, unit).brief?.(state, unit, facts, job) ?? "";
  if (about.is === "judge" && unit !== undefined)
    return kindOf(dialect, unit).judge?.brief(state, unit, facts, job) ?? "";
  if (about.is === "check" || about.is === "before")
    return [
      ...about.runs.map(([first]) => first?.check.command ?? first?.check.path ?? ""),
      ...(about.shared === 0 ? [] : state.options.checks.map(({ argv }) => argvText(argv))),
    ].join("\n");
  return page([decisions.shows(state, about, facts)]);
};
export const askOf = (dialect: Dialect, state: Work, job: Job): Ask => {
  const about = aboutOf(job);
  const unit = "unit" in about ? find(state, about.unit) : undefined;
  if (unit === undefined) return {};
  const kind = kindOf(dialect, unit);
  if (about.is === "work") return kind.ask?.(state, unit) ?? {};
  return about.is === "judge" ? (kind.judge?.ask?.(state, unit) ?? {}) : {};
};
export const says: NonNullable<Protocol<Work>["says"]> = {
  ask(job, text, options) {
    const about = aboutOf(job);
    return about.is === "work" ? { type: "Ask", data: { unit: about.unit, text, options } } : null;
  },
  note(job, { text, criterion, command, path }) {
    const about = aboutOf(job);
    if (about.is !== "work" || about.criteria.length === 0) return null;
    return {
      type: "ClaimEvidence",
      data: { unit: about.unit, text, ...withoutNulls({ criterion, command, path }) },
    };
  },
};
export const rewriteOf = (dialect: Dialect, state: Work, job: Job) => {
  const { plan: planner } = dialect;
  if (planner === undefined || !isRecord(job.about) || job.about["is"] !== "approve") return null;
  const plan = planner.written(plannedUnits(dialect, state), state.plan.decisions);
  return { command: "ProposePlan", data: { plan } };
};
