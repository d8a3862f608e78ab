// Decisions during planning: questions of agents, and approval of the plan.
import type { Answer } from "../../../core/decision.ts";
import { offered } from "../../../core/decision-options.ts";
import { howMany } from "../../../core/how-many.ts";
import type { Facts } from "../../../core/protocol.ts";
import { fenced, paragraphs } from "../../../core/quote.ts";
import { fits } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import { plannedTask, plannerChoice } from "../brief/listed.ts";
import type { UltraworkCommand } from "../commands.ts";
import { counted } from "../criteria.ts";
import type { About } from "../jobs/about.ts";
import { place } from "../place.ts";
import { warningsNow } from "../plan/warnings.ts";
import { planned } from "../ready.ts";
import type { State, Task } from "../state.ts";
import { decision, listed, noted } from "./declare.ts";

type Question = Extract<About, { is: "question" }>;

const answerShape = t.open({ answer: t.filled(16_384) });
/** The schema of a free-text answer; the given options are suggestions. */
const answerFields = { type: "object", properties: { answer: { type: "string", minLength: 1 } } };

const words = (options: readonly string[], { option, note, data }: Answer): string => {
  if (fits(answerShape, data)) return data.answer;
  const chosen = options[Number(option) - 1];
  if (chosen === undefined) return note;
  return note === "" ? chosen : `${chosen} (${note})`;
};
const answered = ({ question: id, options }: Question, answer: Answer): UltraworkCommand => ({
  type: "AnswerQuestion",
  data: { question: id, answer: words(options, answer) },
});

export const question = decision("question", {
  asks: ({ questions }) =>
    questions
      .filter(({ answer }) => answer === null)
      .map(({ id, about, text, options }) => ({
        key: `question-${id}`,
        about: { is: "question", question: id, options },
        subject: about,
        question: text,
        offered: options.map((one, index) => ({ ...offered(index, one), note: "may" })),
      })),
  chosen: answered,
  options: {
    answer: {
      label: "Answer in your own words",
      note: "must",
      fields: answerFields,
      then: answered,
    },
  },
});

/** The plan's final criteria for the whole, without the engine's own. */
const whole = (state: State): readonly Task[] => {
  const verify = state.tasks[state.verifyId];
  return verify === undefined || counted(state, verify).length === 0
    ? []
    : [{ ...verify, criteria: counted(state, verify) }];
};

const planShown = (state: State, _about: About, { folder }: Facts): string => {
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
    warnings.length === 0 ? null : `Warnings:\n\n${listed(warnings)}`,
    state.plan.decisions.length === 0
      ? null
      : `Decided by the planner:\n\n${fenced(state.plan.decisions.map(plannerChoice).join("\n"))}`,
    `The goal:\n\n${fenced(state.goal)}`,
    design === undefined ? null : `The design is in \`${folder ?? place(state)}/design.md\`.`,
    state.plan.touched.length === 0
      ? null
      : `Changed in the repository since the run began:\n\n${listed(state.plan.touched)}`,
  ]);
};

export const begin = decision("begin", {
  asks: ({ phase, plan, options }) =>
    phase === "PLANNING" && plan.state === "approved" && options.plan_only
      ? {
          key: "begin",
          about: { is: "begin" },
          subject: "plan",
          question: "The plan is approved. Shall the work begin?",
        }
      : null,
  options: {
    begin: {
      label: "Start the work",
      means: "Workers start on the first tasks.",
      note: "none",
      recommended: true,
      then: () => ({ type: "BeginExecution", data: {} }),
    },
  },
  shows: planShown,
});

export const approval = decision("approve", {
  asks: ({ phase, plan: { rev, state }, options: { plan_only } }) =>
    phase === "PLANNING" && state === "proposed"
      ? {
          key: `approve-${rev}`,
          about: { is: "approve", rev },
          subject: "plan",
          question: `Is revision ${rev} of the plan good to be worked on?`,
          options: plan_only ? { approve: { means: "The work begins when you start it." } } : {},
        }
      : null,
  options: {
    approve: {
      label: "Approve the plan",
      means: "Workers start on the first tasks.",
      note: "none",
      recommended: true,
      then: ({ rev }) => ({ type: "ApprovePlan", data: { rev } }),
    },
    revise: {
      label: "Send it back",
      means: "The plan goes back to the planner with your note.",
      note: "must",
      then: ({ rev }, { note }) => ({ type: "RevisePlan", data: { rev, reason: note } }),
    },
    cancel: {
      label: "Cancel the run",
      means: "The run ends. It can be reopened later.",
      note: "may",
      ends: true,
      then: (_about, { note }) => ({ type: "Cancel", data: noted(note) }),
    },
  },
  shows: planShown,
});
