// Why: a person decides by what lies before them: what is asked, why now, and what follows from each choice.
import { optionLines } from "../../../core/decision-options.ts";
import { howMany } from "../../../core/how-many.ts";
import type { Job } from "../../../core/job.ts";
import { fenced, page, paragraphs, unbroken } from "../../../core/quote.ts";
import type { Path } from "../../../core/row.ts";
import { allTasks } from "../files/tasks.ts";
import type { About } from "../jobs/about.ts";
import { counted } from "../criteria.ts";
import { warningsNow } from "../plan/warnings.ts";
import { planned } from "../ready.ts";
import type { State, Task } from "../state.ts";
import { issueText, plannedTask, plannerChoice, provedTask } from "./listed.ts";
import { explorerUnit, taskUnit, troubleOf } from "../trouble.ts";

const lines = (texts: readonly string[]): string =>
  texts.map((text) => `- ${unbroken(text)}`).join("\n");

/** What the plan wants shown of the whole at the end, without the engine's own words for that. */
const whole = (state: State): readonly Task[] => {
  const verify = state.tasks[state.verifyId];
  return verify === undefined || counted(state, verify).length === 0
    ? []
    : [{ ...verify, criteria: counted(state, verify) }];
};

const plan = (state: State, folder: Path): string => {
  const nodes = planned(state);
  const design = state.documents["design.md"];
  const warnings = warningsNow(state);
  return paragraphs([
    `The plan (${howMany(nodes.length, "task")}):`,
    fenced(
      [
        ...nodes.map((task) => plannedTask(task)),
        ...whole(state).map((task) => plannedTask(task, false)),
      ].join("\n\n"),
    ),
    warnings.length === 0 ? null : `Warnings:\n\n${fenced(lines(warnings))}`,
    state.plan.decisions.length === 0
      ? null
      : `Decided by the planner:\n\n${fenced(state.plan.decisions.map(plannerChoice).join("\n"))}`,
    `The goal:\n\n${fenced(state.goal)}`,
    design === undefined ? null : `The design is in \`${folder}/design.md\`.`,
    state.plan.touched.length === 0
      ? null
      : `Changed in the repository since the run began:\n\n${fenced(lines(state.plan.touched))}`,
  ]);
};

const proofs = (task: Task | undefined): string | null =>
  task === undefined ? null : fenced(provedTask(task));

/** All that the question has only the first line of. */
const reason = (state: State, on: string): string | null => {
  const turned = [explorerUnit(on), taskUnit(on), on].flatMap(
    (unit) => troubleOf(state, unit)?.reason ?? [],
  )[0];
  if (turned !== undefined) return `The last try ended so:\n\n${fenced(turned)}`;
  const whole =
    on === "plan" ? state.planner.lastFailure : on === "verify" ? state.sweep.lastFailure : null;
  return whole === null ? null : `The last try ended so:\n\n${fenced(whole)}`;
};

const evidence = (state: State, about: About, folder: Path): string | null => {
  switch (about.is) {
    case "approve":
    case "begin":
      return plan(state, folder);
    case "confirm":
      return proofs(state.tasks[about.task]);
    case "stuck":
      return paragraphs([reason(state, about.on), proofs(state.tasks[about.on])]);
    case "converge":
      return `Issues of the last verdict:\n\n${fenced(state.issues.map(issueText).join("\n"))}`;
    case "unsteady":
      return state.sweep.lastVoid === null ? null : fenced(state.sweep.lastVoid);
    case "verdict":
      return allTasks(state)
        .map((task) => proofs(task))
        .join("\n\n");
    default:
      return null;
  }
};

export const decisionBrief = (state: State, job: Job, about: About, folder: Path): string => {
  const { decision } = job;
  if (decision === undefined) return "";
  return page([
    `# ${job.key}`,
    fenced(decision.question),
    optionLines(decision.options),
    evidence(state, about, folder),
    `Answer by \`cairn decide ${state.run} ${job.key} OPTION\`, a note by \`--note\`.`,
  ]);
};
