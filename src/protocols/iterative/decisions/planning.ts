// Decisions during planning: questions of the interviewer, the brief, and approval of the plan.
import type { Answer } from "../../../core/rules/decision.ts";
import { offered } from "../../../core/words/decision-options.ts";
import { howMany } from "../../../core/words/how-many.ts";
import type { DecisionOption } from "../../../core/job.ts";
import { fenced, oneLine, paragraphs } from "../../../core/words/quote.ts";
import { fits } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import { fileOf } from "../brief/parts.ts";
import type { IterativeCommand } from "../commands.ts";
import type { About } from "../jobs/about.ts";
import { interviews, isBriefWanted, isPlanWanted, plans } from "../jobs/desks.ts";
import type { Described, Question, State } from "../state.ts";
import { any, anyTexts, because, cancel, decision, fields, texts } from "./declare.ts";

type Asked = Extract<About, { is: "question" }>;

const usual = { recommended: true } as const;
const answered = (question: string, answers: readonly string[]): IterativeCommand => ({
  type: "AnswerQuestion",
  data: { question, answers },
});
const answersData = t.open({ answers: anyTexts });

const choice = ({ options, recommended }: Question): readonly DecisionOption[] =>
  options.map((text, index) => ({
    ...offered(index, oneLine(text)),
    note: "none",
    ...(index === recommended ? usual : {}),
  }));

export const question = decision("question", {
  asks: ({ questions }) =>
    questions
      .filter(({ answers, skipped }) => answers === null && !skipped)
      .map((one) => ({
        key: `question-${one.id}`,
        about: { is: "question", question: one.id, options: one.options },
        subject: one.id,
        question: one.text,
        offered: choice(one),
        options: { several: one.multi ? {} : null },
      })),
  chosen({ question: id, options }: Asked, { option }: Answer) {
    const chosen = options[Number(option) - 1];
    return chosen === undefined ? null : answered(id, [chosen]);
  },
  options: {
    several: {
      label: "Choose several",
      note: "none",
      fields: fields({ answers: texts("one each") }),
      then: ({ question: id }, { data }) =>
        fits(answersData, data) ? answered(id, data.answers) : null,
    },
    other: {
      label: "Answer in your own words",
      means: "Your note is the answer.",
      note: "must",
      then: ({ question: id }, { note }) => answered(id, [note]),
    },
    skip: {
      label: "Leave it open",
      means: "The brief says that this is open.",
      note: "none",
      then: ({ question: id }) => ({ type: "AnswerQuestion", data: { question: id, skip: true } }),
    },
  },
});

const briefData = t.open({
  outcome: any,
  done_when: anyTexts,
  constraints: t.nullish(anyTexts),
  notes: t.nullish(any),
});

const again = (what: string) =>
  ({ label: "Try again", means: `${what} tries again.`, note: "may", ...usual }) as const;

export const brief = decision("brief", {
  asks: (state) =>
    isBriefWanted(state) && !interviews(state)
      ? {
          key: "brief",
          about: { is: "brief" },
          subject: "brief",
          question: `Fill brief.md: outcome and done-when are missing.${because(state.interviewer.why)}`,
        }
      : null,
  options: {
    write: {
      label: "Write the brief",
      means: "Your text becomes the brief.",
      note: "none",
      fields: fields(
        {
          outcome: { type: "string", minLength: 1, description: "what is there when it is done" },
          done_when: texts("how one sees that it is"),
          constraints: texts("what must be kept to"),
          notes: { type: "string" },
        },
        ["outcome", "done_when"],
      ),
      then(_about, { data }) {
        if (!fits(briefData, data)) return null;
        const { outcome, done_when, constraints, notes } = data;
        return {
          type: "WriteBrief",
          data: {
            outcome,
            done_when,
            ...(constraints ? { constraints } : {}),
            ...(notes ? { notes } : {}),
          },
        };
      },
    },
    again: {
      ...again("An interviewer"),
      then: () => ({ type: "SetSettings", data: { settings: { interviewer: "agent" } } }),
    },
    cancel,
  },
});

const unitText = ({ id, title, max, depends, files, output, criteria }: Described): string => {
  const on = output ?? files.join(", ");
  return [
    `${id}  ${oneLine(title)}`,
    `   ${depends.length === 0 ? "can start at once" : `starts after ${depends.join(", ")}`}, at most ${howMany(max, "pass")}`,
    ...(on === "" ? [] : [`   changes ${oneLine(on, 120)}`]),
    ...criteria.map((text) => `   - ${oneLine(text)}`),
  ].join("\n");
};

const planShown = (state: State): readonly (string | null)[] => {
  const { plan, settings } = state;
  const units = plan.proposal?.units ?? [];
  const warnings = plan.proposal?.warnings ?? [];
  const gates = settings.gates.map(({ name, argv }) => `${name}: ${argv.join(" ")}`);
  return [
    units.length === 0
      ? null
      : `The plan (${howMany(units.length, "unit")}):\n\n${fenced(units.map(unitText).join("\n\n"))}`,
    warnings.length === 0
      ? null
      : `Look at these:\n\n${fenced(warnings.map((one) => `- ${one}`).join("\n"))}`,
    gates.length === 0 ? null : `Checks that will run (its gates):\n\n${fenced(gates.join("\n"))}`,
    `To change the plan first, edit ${fileOf(state, state.mode === "development" ? "tasks.md" : "plan.md")}.`,
  ];
};

export const approve = decision("approve", {
  asks(state) {
    const { plan, settings, units, phase, mode } = state;
    const asked = { key: `plan-${plan.rev}`, subject: "plan" };
    if (phase === "plan" && plan.state === "proposed") {
      const size = plan.proposal?.units.length ?? 0;
      const gates =
        settings.gates.length === 0
          ? "no gate is configured"
          : `gates: ${settings.gates.map(({ name }) => name).join(", ")}`;
      return {
        ...asked,
        about: { is: "approve", rev: plan.rev, proposed: true },
        question: `Is this plan of ${howMany(size, "unit")} good to be worked on? (${gates})`,
        only: ["approve", "reject", "cancel"],
      };
    }
    if (!isPlanWanted(state) || plans(state)) return null;
    const file = mode === "development" ? "tasks.md" : "plan.md";
    return {
      ...asked,
      about: { is: "approve", rev: plan.rev, proposed: false },
      question: `Fill ${file}${units.length > 0 ? " anew" : ""}: no plan is proposed.${because(state.planner.why)}`,
      only: ["again", "cancel"],
    };
  },
  options: {
    approve: {
      label: "Approve the plan",
      means: "Work begins.",
      note: "may",
      ...usual,
      then: ({ rev }) => ({ type: "ApprovePlan", data: { rev } }),
    },
    reject: {
      label: "Plan again",
      means: "A planner makes a new plan with your note.",
      note: "must",
      then: ({ rev }, { note }) => ({ type: "RejectPlan", data: { rev, note } }),
    },
    again: {
      ...again("A planner"),
      then: ({ proposed }) =>
        proposed ? null : { type: "SetSettings", data: { settings: { planner: "agent" } } },
    },
    cancel,
  },
  shows: (state, { proposed }) => (proposed ? paragraphs(planShown(state)) : null),
});
