// Why: an agent that cannot go on without a person says so and stops; its job is due again with the answer.
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { textLimit } from "../limits.ts";
import { oversized } from "../plan/read.ts";
import { findTask, roleOf, senderWrong } from "./names.ts";
import { type Decide, isAuto } from "./step.ts";

const mostOfJob = 10;
const mostOfRun = 30;

export const askQuestion: Decide<"AskQuestion"> = (state, { about, text, options }, { by }) => {
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
  const question = {
    type: "QuestionAsked",
    data: { id: String(state.questions.length + 1), about, job, text, options },
  } as const;
  const works = role.is === "worker" && role.task.status === "in_progress";
  return works
    ? [
        question,
        {
          type: "TaskReturned",
          data: { task: about, kind: "asked", reason: `asked: ${text}`, spent: false },
        },
      ]
    : [question];
};

export const answerQuestion: Decide<"AnswerQuestion"> = (state, { question: id, answer }) => {
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
      { type: "QuestionAnswered", data: { question: id, answer } },
    ]
  );
};
