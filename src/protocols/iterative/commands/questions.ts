// Commands of the interviewer's questions, at most six; one left open is noted instead of guessed.
import { refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import * as t from "../../../kit/schema.ts";
import { notItsDesk } from "../decider/quiet.ts";
import { type Events, fold, oversized, phaseWrong } from "../decider/step.ts";
import * as event from "../events.ts";
import { openQuestions } from "../evolve/brief.ts";
import { questionsLimit } from "../limits.ts";
import * as s from "../shapes.ts";
import type { State } from "../state.ts";
import { briefFrom, toPlan } from "./brief.ts";
import { answering, command } from "./declare.ts";

type Asked = t.Of<typeof s.questionInput>;

const findings = ({ text, options, recommended = 0 }: Asked, index: number): readonly Refusal[] => {
  const pointer = `/questions/${index}`;
  const wrong = (what: string, at: string): Refusal =>
    refuse("FIELD_INVALID", `question ${index + 1} ${what}`, { pointer: `${pointer}${at}` });
  const long = oversized(`question ${index + 1}`, [text, ...options].join("").length, pointer);
  return [
    ...(text.trim() === "" ? [wrong("is blank", "/text")] : []),
    ...(options.length < 2 || options.length > 6
      ? [wrong(`has ${options.length} options, not 2 to 6`, "/options")]
      : []),
    ...(options.some((option) => option.trim() === "")
      ? [wrong("has a blank option", "/options")]
      : []),
    ...(recommended < Math.max(1, options.length)
      ? []
      : [wrong("recommends an option that it hasn't", "/recommended")]),
    ...(long === null ? [] : [long]),
  ];
};

export const askQuestions = command("AskQuestions", {
  means: "Asks a person what the request leaves open, at most six things in all.",
  data: { questions: t.leastOf(1, s.questionInput) },
  who: ["agent"],
  decide: (state, { questions }, stamp) => {
    if (state.phase !== "discover")
      return phaseWrong(state, "questions", "they are asked before the brief");
    const wrong = notItsDesk(stamp, ["interviewer"]) ?? refuseAll(questions.flatMap(findings));
    if (wrong !== null) return wrong;
    const fresh = questions.filter(
      ({ text }) => !state.questions.some((one) => one.text === text.trim()),
    );
    if (fresh.length === 0) return [];
    const all = state.questions.length + fresh.length;
    if (all > questionsLimit)
      return refuse(
        "QUESTION_EXCESSIVE",
        `${all} questions in all are more than ${questionsLimit}`,
        { pointer: "/questions", fits: "ask only what request and repository leave open" },
      );
    const asked = fresh.map(({ text, options, recommended = 0, multi = false }, index) => ({
      id: `q${state.questions.length + index + 1}`,
      text: text.trim(),
      options: options.map((option) => option.trim()),
      recommended,
      multi,
    }));
    return [event.questionsAsked({ questions: asked })];
  },
});

const unknown = (state: State, id: string): Refusal => {
  const open = openQuestions(state).map((one) => one.id);
  return refuse("QUESTION_UNKNOWN", `nothing is asked under ${id.slice(0, 80)}`, {
    fits: open.length === 0 ? "no question is open" : `open: ${open.join(", ")}`,
  });
};

/** An existing brief records the questions left open. */
const noted = (state: State): Events => {
  if (state.brief === null) return [];
  const brief = briefFrom(state, {});
  return brief.notes === state.brief.notes ? [] : [event.briefWritten(brief)];
};

export const answerQuestion = answering("AnswerQuestion", {
  means: "Answers a question of the interviewer's, or leaves it open.",
  words: ["question"],
  data: {
    question: t.means("its number", t.text),
    answers: t.optional(
      t.means("one of its options, several where it allows that, or words of your own", t.texts),
    ),
    skip: t.optional(t.means("leave it open: it is noted in the brief", t.flag)),
  },
  decide: (state, { question: id, answers = [], skip = false }, stamp) => {
    const question = openQuestions(state).find((one) => one.id === id);
    if (question === undefined) return unknown(state, id);
    const given = answers.map((text) => text.trim()).filter((text) => text !== "");
    const invalid = (text: string): Refusal =>
      refuse("OPTION_INVALID", text, {
        pointer: "/answers",
        fits: `${question.options.join("; ")}; or words of your own, or --skip`,
      });
    if (!skip && given.length === 0) return invalid(`${id} wants an answer`);
    if (skip && given.length > 0) return invalid(`${id} is either answered or left open`);
    if (given.length > 1 && !question.multi) return invalid(`${id} takes one answer`);
    const long = oversized("the answer", given.join("").length, "/answers");
    if (long !== null) return long;
    const events: Events = [
      event.questionAnswered({ question: id, answers: given, skipped: skip }),
    ];
    const after = fold(state, events, stamp);
    const more = noted(after);
    return [...events, ...more, ...toPlan(fold(after, more, stamp), stamp)];
  },
});
