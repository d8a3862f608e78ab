// Commands of agents' questions and their answers, in ultrawork.
import * as event from "../events.ts";
import { texts } from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { textLimit } from "../limits.ts";
import { oversized } from "../plan/read.ts";
import { findTask, roleOf, senderWrong } from "../decider/names.ts";
import { isAuto } from "../decider/step.ts";

const mostOfJob = 10;
const mostOfRun = 30;

export const askQuestion = command("AskQuestion", {
  means: "Asks a person something that the work can't continue without.",
  data: {
    about: t.means("plan, or a task's id", t.text),
    text: t.text,
    options: t.standing(texts, []),
  },
  who: ["agent"],
  decide: (state, { about, text, options }, { by }) => {
    if (isAuto(state))
      return refuse("MODE_UNATTENDED", "in auto mode nobody answers", {
        fits: "decide, and record the decision",
      });
    const role = roleOf(state, by);
    const job = by.job ?? "";
    const fits =
      about === "plan"
        ? role.is === "planner" && state.phase === "PLANNING"
        : role.is === "worker" && role.task.id === about;
    if (about !== "plan") {
      const task = findTask(state, about);
      if (isRefusal(task)) return task;
    }
    if (!fits)
      return senderWrong(
        `a question about ${about} is asked by whoever works on it`,
        "the token of that job",
      );
    const long = oversized("the question", text.length, textLimit, "/text")[0];
    if (long !== undefined) return long;
    if (text.trim() === "") return refuse("REASON_MISSING", "the question has no text");
    const asked = state.questions.filter((question) => question.job === job).length;
    if (asked >= mostOfJob || state.questions.length >= mostOfRun)
      return refuse(
        "QUESTION_EXCESSIVE",
        `there are at most ${mostOfJob} questions a job and ${mostOfRun} a run`,
        {
          fits: "decide, and record the decision",
        },
      );
    const question = event.questionAsked({
      id: String(state.questions.length + 1),
      about,
      job,
      text,
      options,
    });
    const works = role.is === "worker" && role.task.status === "in_progress";
    return works
      ? [
          question,
          event.taskReturned({
            task: about,
            kind: "asked",
            reason: `asked: ${text}`,
            spent: false,
          }),
        ]
      : [question];
  },
});

export const answerQuestion = command("AnswerQuestion", {
  means: "Answers a question that was asked.",
  data: { question: t.text, answer: t.text },
  who: ["person"],
  decide: (state, { question: id, answer }) => {
    const question = state.questions.find((one) => one.id === id);
    if (question === undefined)
      return refuse("QUESTION_UNKNOWN", `there is no question ${id}`, {
        fits: state.questions.map((one) => one.id).join(", "),
      });
    if (answer.trim() === "") return refuse("REASON_MISSING", "the answer is empty");
    if (question.answer === answer) return [];
    if (question.answer !== null)
      return refuse("QUESTION_UNKNOWN", `question ${id} was answered: ${question.answer}`);
    return (
      oversized("the answer", answer.length, textLimit, "/answer")[0] ?? [
        event.questionAnswered({ question: id, answer }),
      ]
    );
  },
});
