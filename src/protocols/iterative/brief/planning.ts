// Briefs of interviewer and planner.
import { fenced, oneLine, page } from "../../../core/words/quote.ts";
import type { State } from "../state.ts";
import { fileOf, quoted } from "./parts.ts";

const answers = ({ questions }: State): string | null =>
  questions.length === 0
    ? null
    : `Asked and answered:\n\n${fenced(questions.map(({ text, answers: given, skipped }) => `- ${oneLine(text)} ${skipped || given === null ? "(left open)" : given.map((one) => oneLine(one)).join("; ")}`).join("\n"))}`;

const failed = (why: string | null): string | null =>
  why === null ? null : `The last try came to nothing:\n\n${fenced(why)}`;

const domains = {
  development: "feature, bug, refactor",
  knowledge: "research, writing, analysis, planning",
} as const;

export const interviewBrief = (state: State): string =>
  page([
    `# Brief for ${state.slug}\n\nFind out what is wanted, so that agents who know nothing else can do it. Read the repository; change nothing. ${quoted}`,
    `The request (${state.mode}, ${state.domain}):\n\n${fenced(state.request)}`,
    answers(state),
    failed(state.interviewer.why),
    [
      "Give in your report either",
      `- \`brief\`: title, domain (${domains[state.mode]}), outcome (what is there when it is done), done_when (at least one, each something that can be seen), constraints, notes; or`,
      `- \`questions\`: only what request and repository leave open and what changes the work; at most ${6 - state.questions.length}, each with 2 to 6 options, the recommended one first.`,
    ].join("\n"),
  ]);

const rules = (state: State): string =>
  [
    "Rules:",
    `- ids ${state.mode === "development" ? "T1, T2 …" : "R1, D1, A1 or P1 …"}; a title of one line; one criterion or more, each of which can be seen to hold`,
    state.mode === "development"
      ? "- files: paths or globs that the unit may touch; units that share one depend on each other"
      : "- output: the one file or folder that it makes, under sources/, analysis/, drafts/, data/, planning/ or outputs/",
    "- depends: only where its result is needed; no rings",
    state.mode === "development"
      ? "- max: one file 3-5, two or three 5-10, many 10-15, unclear 15-20; fixes count"
      : "- max: 3, 5 or 8; revisions count",
    "- model: haiku light, sonnet standard, opus heavy",
    "- small enough that its brief, all told, stays under 2,000 characters; at most 200 units",
    "- context: goal, approach, key files, patterns, together under 200 words",
  ].join("\n");

/** The template's units, or the previous plan. */
const stands = ({ plan, units }: State): string | null => {
  const list = plan.proposal?.units ?? units;
  return list.length === 0
    ? null
    : `What stands now:\n\n${fenced(list.map(({ id, title, depends, max }) => `${id} ${oneLine(title, 80)} · max ${max}${depends.length === 0 ? "" : ` · after ${depends.join(", ")}`}`).join("\n"))}`;
};

/** @param template the domain's usual units, one on each line; none in development */
export const planBrief = (state: State, template: readonly string[]): string =>
  page([
    `# Plan ${state.slug}\n\nCut what ${fileOf(state, "brief.md")} asks for into small units, each worked on by fresh agents who read only files. Read the repository; change nothing. ${quoted}`,
    template.length === 0
      ? null
      : `The usual units, to start from:\n\n${fenced(template.join("\n"))}`,
    stands(state),
    state.plan.rejection === null
      ? null
      : `A person sent the last plan back:\n\n${fenced(state.plan.rejection)}`,
    failed(state.planner.why),
    rules(state),
  ]);
