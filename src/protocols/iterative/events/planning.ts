// Events of what is wanted and how it is planned: questions, the brief, the context and the plan.
import { own } from "../../../core/reports/attempt-end.ts";
import { howMany } from "../../../core/words/how-many.ts";
import { because, oneLine, planWords } from "../../../core/words/quote.ts";
import * as t from "../../../kit/schema.ts";
import { briefOf, contextOf, openQuestions } from "../evolve/brief.ts";
import { freshDesk, freshUnit } from "../evolve/change.ts";
import { differing, edited } from "../evolve/plan.ts";
import { isSpent } from "../ready.ts";
import * as s from "../shapes.ts";
import type { Desk, Unit } from "../state.ts";
import { event } from "./declare.ts";
import { some } from "./words.ts";

/** A desk has delivered its result. */
const handedIn = (desk: Desk): Desk => ({ ...desk, n: desk.n + 1, attempts: 0, why: null });

export const questionsAsked = event("QuestionsAsked", {
  means: "The interviewer wants to know these things before the brief is written.",
  data: { questions: t.list(s.question) },
  line: ({ questions }) => howMany(questions.length, "question"),
  news: "waits",
  ends: ({ questions }) => [own("asked", questions[0]?.text ?? null)],
  apply: (state, data) => ({
    ...state,
    questions: [
      ...state.questions,
      ...data.questions.map((one) => ({ ...one, answers: null, skipped: false })),
    ],
    interviewer: handedIn(state.interviewer),
  }),
});

export const questionAnswered = event("QuestionAnswered", {
  means: "A person answered a question, or left it open.",
  data: { question: t.text, answers: t.texts, skipped: t.flag },
  line: ({ question, answers, skipped }) =>
    `${question}${skipped ? ", left open" : because(answers.join("; "))}`,
  apply: (state, { question, answers, skipped }) => {
    const questions = state.questions.map((one) =>
      one.id === question ? { ...one, answers: skipped ? null : answers, skipped } : one,
    );
    const isRound = openQuestions({ questions }).length === 0;
    const { interviewer } = state;
    return {
      ...state,
      questions,
      interviewer: isRound ? { ...interviewer, rounds: interviewer.rounds + 1 } : interviewer,
    };
  },
});

export const briefWritten = event("BriefWritten", {
  means: "What is wanted, when it is done, and what must be kept to.",
  data: s.brief.entries,
  line: ({ title, outcome }) => `${oneLine(title, 80)}${because(outcome)}`,
  ends: ({ title }) => [own("written", title)],
  // `Created` in the file is the time of its first version.
  apply: (state, data, { at }) => ({
    ...state,
    brief: briefOf(data, state.brief?.at ?? at),
    domain: data.domain,
    interviewer: handedIn(state.interviewer),
  }),
});

export const contextSet = event("ContextSet", {
  means: "The short orientation that every pass reads.",
  data: s.contextText.entries,
  line: ({ goal }) => oneLine(goal),
  apply: (state, data) => ({ ...state, context: contextOf(data) }),
});

export const planProposed = event("PlanProposed", {
  means: "A plan waits for approval.",
  data: {
    rev: t.count,
    units: t.list(s.described),
    notes: t.text,
    warnings: t.texts,
  },
  line: ({ rev, units, warnings }) =>
    `${planWords(rev)}, ${howMany(units.length, "unit")}${some(warnings)}`,
  news: "ends",
  ends: ({ rev, units }) => [own("written", `plan ${rev}, ${howMany(units.length, "unit")}`)],
  apply: (state, { rev, units, notes, warnings }, { at }) => ({
    ...state,
    plan: {
      rev,
      state: "proposed",
      proposal: { units, warnings },
      notes,
      rejection: null,
      at: state.plan.rev === 0 ? at : (state.plan.at ?? at),
    },
    planner: handedIn(state.planner),
  }),
});

export const planRejected = event("PlanRejected", {
  means: "A person sent the plan back, with a note for the next one.",
  data: { rev: t.count, note: t.text },
  line: ({ rev, note }) => `${planWords(rev)}${because(note)}`,
  // A rejection after all rounds are used up grants new ones.
  apply: (state, { note }) => ({
    ...state,
    plan: { ...state.plan, state: "rejected", rejection: note },
    planner: isSpent(state.planner, state.settings.caps.plan)
      ? { ...freshDesk, n: state.planner.n }
      : { ...state.planner, rounds: state.planner.rounds + 1 },
  }),
});

export const planApproved = event("PlanApproved", {
  means: "A person approved the plan; its units stand.",
  data: { rev: t.count },
  line: ({ rev }) => planWords(rev),
  by: ["person"],
  // Units that have begun keep their state; the order is that of the plan.
  apply: (state, { rev }) => ({
    ...state,
    units: (state.plan.proposal?.units ?? state.units).map((one): Unit => {
      const before = state.units.find(({ id }) => id === one.id);
      if (before === undefined || before.stage === "idle") return freshUnit(one);
      const changes = differing(before, one);
      return changes === null ? before : edited(before, changes);
    }),
    plan: { ...state.plan, rev, state: "approved", proposal: null, rejection: null },
    planner: { ...state.planner, rounds: 0 },
  }),
});

export const notesSet = event("NotesSet", {
  means: "The plan's notes were changed.",
  data: { notes: t.text },
  apply: (state, data) => ({ ...state, plan: { ...state.plan, notes: data.notes } }),
});
