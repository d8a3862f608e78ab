// Why: what is wanted, what is asked about it, and the short texts that every pass reads change only here.
import type { Brief, ContextText, Guardrail, State } from "../state.ts";
import type { Evolve, Happened } from "./change.ts";

type Table = {
  readonly [
    K in
      | "QuestionsAsked"
      | "QuestionAnswered"
      | "BriefWritten"
      | "ContextSet"
      | "GuardrailAdded"
      | "GuardrailEdited"
      | "GuardrailRemoved"
  ]: Evolve<K>;
};

/** A question is open until it is answered or left open on purpose. */
export const openQuestions = ({ questions }: Pick<State, "questions">): State["questions"] =>
  questions.filter(({ answers, skipped }) => answers === null && !skipped);

const answered = (
  state: State,
  { question, answers, skipped }: Happened<"QuestionAnswered">["data"],
): State => {
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
};

export const briefOf = (
  { done_when: doneWhen, ...rest }: Happened<"BriefWritten">["data"],
  at: string,
): Brief => ({
  ...rest,
  doneWhen,
  at,
});

export const contextOf = (data: Happened<"ContextSet">["data"]): ContextText => ({
  goal: data.goal,
  approach: data.approach,
  keyFiles: data.key_files,
  patterns: data.patterns,
  signals: data.signals,
  whole: data.whole,
});

/** Names and solutions are told apart without case and blanks. */
export const plain = (text: string): string => text.replaceAll(/\s+/gu, " ").trim().toLowerCase();
/** The first of that name. */
const indexOf = ({ guardrails }: State, name: string): number =>
  guardrails.findIndex((one) => plain(one.name) === plain(name));
const replaced = (state: State, name: string, by: readonly Guardrail[]): State => {
  const at = indexOf(state, name);
  return at === -1 ? state : { ...state, guardrails: state.guardrails.toSpliced(at, 1, ...by) };
};

export const brief: Table = {
  QuestionsAsked: (state, { data }) => ({
    ...state,
    questions: [
      ...state.questions,
      ...data.questions.map((one) => ({ ...one, answers: null, skipped: false })),
    ],
    interviewer: { ...state.interviewer, n: state.interviewer.n + 1, attempts: 0, why: null },
  }),
  QuestionAnswered: (state, { data }) => answered(state, data),
  // `Created` of the file is when it was first written.
  BriefWritten: (state, { data, at }) => ({
    ...state,
    brief: briefOf(data, state.brief?.at ?? at),
    domain: data.domain,
    interviewer: { ...state.interviewer, n: state.interviewer.n + 1, attempts: 0, why: null },
  }),
  ContextSet: (state, { data }) => ({ ...state, context: contextOf(data) }),
  GuardrailAdded: (state, { data }) => ({ ...state, guardrails: [...state.guardrails, data] }),
  GuardrailEdited: (state, { data }) => replaced(state, data.name, [data.guardrail]),
  GuardrailRemoved: (state, { data }) => replaced(state, data.name, []),
};
