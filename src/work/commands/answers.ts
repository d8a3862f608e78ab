// Commands of what waits for a person: agents' questions, plans to approve, criteria that no check can show.
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { reasonMissing } from "../../core/rules/reason.ts";
import { cut } from "../../kit/check/check.ts";
import * as t from "../../kit/schema.ts";
import { confirmations, plannerOf } from "../course.ts";
import type { Dialect } from "../dialect.ts";
import { planApproved, planReturned, questionAnswered, questionAsked } from "../events/plan.ts";
import { criterionJudged } from "../events/proofs.ts";
import { partOf } from "../keys.ts";
import { isSettled, noRun } from "../unit.ts";
import { isAuto, type Work } from "../work.ts";
import {
  answering,
  command,
  criterionName,
  criterionNamed,
  reason,
  senderWrong,
  unitId,
  unitNamed,
  words,
} from "./declare.ts";

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

/** Digests of the documents that an approval covers. */
export const pinned = (dialect: Dialect, { documents }: Work): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(documents).filter(([path]) => dialect.plan?.documents.includes(path) === true),
  );
const unproposed = ({ plan }: Work, rev: number): Refusal | null =>
  plan.state === "proposed" && plan.rev === rev
    ? null
    : refuse("PLAN_OUTDATED", `revision ${rev} of the plan doesn't wait for approval`, {
        fits: plan.state === "proposed" ? `revision ${plan.rev}` : "a plan that was proposed",
      });
export const approvePlan = (dialect: Dialect) =>
  answering("ApprovePlan", {
    means: "Approves a revision of the plan: its units are due.",
    data: { rev: t.wholeFrom(1) },
    decide: (state, { rev }, { by }) =>
      unproposed(state, rev) ?? [
        planApproved({ rev, by: by.name, documents: pinned(dialect, state) }),
      ],
  });

export const revisePlan = (dialect: Dialect) =>
  answering("RevisePlan", {
    means: "Sends a revision of the plan back to its planner.",
    data: { rev: t.wholeFrom(1), reason: words },
    decide: (state, { rev, reason: why }) =>
      unproposed(state, rev) ??
      reasonMissing(why) ?? [
        planReturned({ rev, reason: why, unit: plannerOf(dialect, state)?.id ?? null }),
      ],
  });

export const confirm = (dialect: Dialect) =>
  answering("Confirm", {
    label: "Judge criterion",
    means: "Records a person's word on a criterion that no check can show.",
    data: {
      unit: unitId,
      criterion: criterionName,
      met: t.flag,
      reason,
      tree: t.optional(t.maybe(t.text)),
    },
    ask: () => ({ tree: true }),
    fill: (_data, { tree }) => ({ tree }),
    filled: ["tree"],
    decide(state, { unit: id, criterion: given, met, reason: why, tree }, { by }) {
      const found = criterionNamed(state, id, given);
      if (isRefusal(found)) return found;
      const { number, criterion } = found;
      const isAsked = confirmations(dialect, state).some(
        (one) => one.unit.id === id && one.number === number,
      );
      if (!isAsked)
        return refuse("CRITERION_UNASKED", `nobody asks about criterion ${number} of ${id} now`);
      const missing = met ? null : reasonMissing(why);
      if (missing !== null) return missing;
      return [
        criterionJudged({
          ...noRun,
          unit: id,
          criterion: number,
          criteria: criterion.text,
          passed: met,
          why: met ? (criterion.proof?.why ?? null) : why,
          by: "person",
          name: by.name,
          excerpt: cut(why),
          hollow: criterion.proof?.hollow === true,
          tree: tree ?? null,
        }),
      ];
    },
  });
