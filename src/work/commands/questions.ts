// Commands of agents' questions and a person's answers.
import { isRefusal, refuse } from "../../core/refusal.ts";
import * as t from "../../kit/schema.ts";
import type { Dialect } from "../dialect.ts";
import { questionAnswered, questionAsked } from "../events/plan.ts";
import { partOf } from "../keys.ts";
import { isSettled } from "../unit.ts";
import { isAuto } from "../work.ts";
import { answering, command, senderWrong, unitId, unitNamed, words } from "./declare.ts";

const mostQuestions = 30;
const unasked = { fits: "decide, and say what you decided" };

export const ask = (dialect: Dialect) =>
  command("Ask", {
    means: "Asks a person something that the work can't go on without.",
    data: { unit: unitId, text: words, options: t.standing(t.texts, []) },
    who: ["agent"],
    decide(state, { unit: id, text, options }, { by }) {
      if (isAuto(state)) return refuse("MODE_UNATTENDED", "in auto mode nobody answers", unasked);
      const unit = unitNamed(state, id);
      if (isRefusal(unit)) return unit;
      const part = partOf(dialect, state, by);
      if (part.as !== "worker" || part.unit.id !== id)
        return senderWrong(`a question about ${id} is asked by who works on it`, "its job's token");
      if (isSettled(unit) || unit.status === "claimed")
        return refuse("UNIT_UNSTARTED", `${id} isn't under way: it is ${unit.status}`);
      if (text.trim() === "") return refuse("REASON_MISSING", "the question has no text");
      if (state.questions.length >= mostQuestions)
        return refuse(
          "QUESTION_EXCESSIVE",
          `a run asks at most ${mostQuestions} questions`,
          unasked,
        );
      const number = String(state.questions.length + 1);
      return [questionAsked({ id: number, unit: id, text, options: [...options] })];
    },
  });

export const answer = () =>
  answering("Answer", {
    means: "Answers a question.",
    data: { question: t.text, answer: words },
    decide({ questions }, { question: id, answer: said }, { by }) {
      const question = questions.find((one) => one.id === id);
      if (question === undefined || (question.answer !== null && question.answer !== said))
        return refuse(
          "QUESTION_UNKNOWN",
          question === undefined ? `there is no question ${id}` : `question ${id} was answered`,
          { fits: questions.flatMap((one) => (one.answer === null ? one.id : [])).join(", ") },
        );
      if (said.trim() === "") return refuse("REASON_MISSING", "the answer is empty");
      return question.answer === said
        ? []
        : [questionAnswered({ question: id, unit: question.unit, answer: said, by: by.name })];
    },
  });
