// Dispatch of iterative's briefs by kind of job: from state and facts alone, repeatable after a crash.
import { isPlainPath, matchesAny } from "../../core/glob.ts";
import type { Job } from "../../core/job.ts";
import type { Ask, Facts } from "../../core/protocol.ts";
import { page } from "../../core/words/quote.ts";
import { reviewBrief, verifyBrief } from "./brief/judging.ts";
import { reporting } from "./brief/parts.ts";
import { interviewBrief, planBrief } from "./brief/planning.ts";
import { firstBrief, fixBrief, laterBrief, testBrief } from "./brief/work.ts";
import { decisions } from "./decisions.ts";
import { aboutOf, type PassAbout } from "./jobs/about.ts";
import type { State, Unit } from "./state.ts";
import { templateFor } from "./templates.ts";
import { unitOf } from "./units.ts";

const listed = ({ files }: Unit): readonly string[] => files.filter(isPlainPath);

/** A verifier is told which of the listed Files don't exist. */
export const ask = (state: State, job: Job): Ask => {
  const about = aboutOf(job);
  const unit =
    about.is === "pass" && about.kind === "verification" ? unitOf(state, about.unit) : null;
  return unit === null
    ? {}
    : { contents: Object.fromEntries(listed(unit).map((path) => [path, { globs: [path] }])) };
};

const untested = ({ settings }: State, { touched }: Unit): readonly string[] =>
  touched.filter((path) => !matchesAny(settings.test_paths, path));

/** The live pass counts already. */
const iteration = ({ used, pass }: Unit): number => Math.max(1, pass === null ? used + 1 : used);

/** A confirmation gets the brief of a first pass; only this function knows the difference. */
const passBrief = (state: State, unit: Unit, kind: PassAbout["kind"], facts: Facts): string => {
  switch (kind) {
    case "confirmation":
      return firstBrief(state, unit);
    case "work":
      return unit.variant === "first"
        ? firstBrief(state, unit)
        : laterBrief(state, unit, iteration(unit));
    case "fix":
    case "revise":
      return fixBrief(state, unit, iteration(unit));
    case "test":
      return testBrief(state, unit, untested(state, unit));
    case "verification": {
      const there = facts.contents ?? {};
      return verifyBrief(
        state,
        unit,
        listed(unit).filter((path) => Object.hasOwn(there, path) && there[path] === null),
      );
    }
  }
};

const template = ({ domains }: State): readonly string[] =>
  templateFor(domains).map(
    ({ id, title, criteria, output, max }) =>
      `${id} ${title} · ${criteria.join(" ")} · ${output ?? ""} · max ${max}`,
  );

export const brief = (state: State, job: Job, facts: Facts): string => {
  const about = aboutOf(job);
  switch (about.is) {
    case "pass": {
      const unit = unitOf(state, about.unit);
      return unit === null
        ? ""
        : `${passBrief(state, unit, about.kind, facts)}\n${reporting(job)}\n`;
    }
    case "interview":
      return `${interviewBrief(state)}\n${reporting(job)}\n`;
    case "plan":
      return `${planBrief(state, template(state))}\n${reporting(job)}\n`;
    case "review":
      return `${reviewBrief(state)}\n${reporting(job)}\n`;
    case "gate":
    case "archive":
      return (job.checks ?? [])
        .map((check) => ("argv" in check ? check.argv.join(" ") : check.read))
        .join("\n");
    default:
      return page([decisions.shows(state, about, facts)]);
  }
};
