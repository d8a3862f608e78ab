// Commands by which agents ask people, a few times a subject, and people answer.
import { positive, subject } from "../shapes.ts";
import { answering, command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { refuse } from "../../../core/refusal.ts";
import { questionsLimit } from "../limits.ts";
import { isSubject, subjectWord, tallyOf } from "../subjects.ts";
import { isDue, mark, roleIn } from "../decider/marks.ts";
import { oversized } from "../decider/step.ts";

export const askPerson = command("AskPerson", {
  label: "Ask a person",
  means: "Asks a person.",
  data: { subject, text: t.text },
  who: ["agent"],
  decide: (state, { subject, text }, stamp) => {
    if (!isSubject(subject) || !isDue(state, stamp, subject))
      return refuse("JOB_UNKNOWN", `no job about ${subject} is due`, {
        fits: "`cairn status --next` shows what is due",
      });
    if (text.trim() === "")
      return refuse("REASON_MISSING", "the question is empty", {
        fits: "one question, with what was looked at already",
      });
    const long = oversized("the question", text.length, "/text");
    if (long !== null) return long;
    if (tallyOf(state, subject).questions >= questionsLimit)
      return refuse(
        "QUESTION_EXCESSIVE",
        `${subjectWord(subject)} has asked ${questionsLimit} times already`,
        { fits: "decide it yourself, or report that it failed and why" },
      );
    const id = Math.max(0, ...state.questions.map((one) => one.id)) + 1;
    const by = roleIn(state, stamp) ?? stamp.by.name;
    const entry = mark(state, stamp, {
      signal: "HUMAN_INPUT_REQUIRED",
      summary: `Question ${id}, ${subjectWord(subject)}: ${text}`,
    });
    return [event.questionAsked({ id, subject, text, by, entry })];
  },
});

export const answerQuestion = answering("AnswerQuestion", {
  means: "Answers a question.",
  words: ["question"],
  data: { question: t.means("its number", positive), text: t.text },
  decide: (state, { question: id, text }, stamp) => {
    const question = state.questions.find((one) => one.id === id);
    if (question === undefined || !question.open)
      return refuse("QUESTION_UNKNOWN", `no question ${id} is open`, {
        fits:
          state.questions
            .filter(({ open }) => open)
            .map((one) => String(one.id))
            .join(", ") || "nothing is asked",
      });
    if (text.trim() === "")
      return refuse("REASON_MISSING", "the answer is empty", { fits: '--text "…"' });
    const long = oversized("the answer", text.length, "/text");
    if (long !== null) return long;
    const entry = mark(state, stamp, {
      signal: "INPUT_PROVIDED",
      summary: `Question ${id} is answered: ${text}`,
    });
    return [event.questionAnswered({ id, text, entry })];
  },
});
