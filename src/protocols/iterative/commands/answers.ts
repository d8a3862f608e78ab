// The command that answers a stuck unit. Only a person raises a limit or takes work as it is.
import type { Stamp } from "../../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import * as t from "../../../kit/schema.ts";
import { chain, type Decided, type Events, fold, oversized, withUnit } from "../decider/step.ts";
import { halt } from "../decider/work.ts";
import * as event from "../events.ts";
import type { IterativeEvent } from "../events.ts";
import { optionsFor } from "../jobs/options.ts";
import { guardrailsLimit, maxIterations, textLimit, titleLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import * as s from "../shapes.ts";
import type { Stage, State, Unit } from "../state.ts";
import { world } from "../world.ts";
import { answering } from "./declare.ts";
import { dropUnit, editUnit } from "./unit-edits.ts";

const answerFields = {
  unit: s.unit,
  asked: s.questionNo,
  option: s.unitOption,
  n: t.optional(t.means("how many passes more", t.integer)),
  criteria: t.optional(t.texts),
  model: t.optional(s.model),
  text: t.optional(t.text),
  ...s.filled,
};
type Data = t.DataOf<typeof answerFields>;
type Option = Data["option"];
type Answer = {
  readonly state: State;
  readonly unit: Unit;
  readonly back: Stage;
  readonly data: Data;
  readonly text: string;
  readonly stamp: Stamp;
};

const invalid = (text: string, pointer: string): Refusal =>
  refuse("OPTION_INVALID", text, { pointer });

const answered = ({ unit, data: { option }, text }: Answer, to: Stage): IterativeEvent =>
  event.unitAnswered({ unit: unit.id, option, text, to });

const limit = ({ unit }: Answer, n: number): Decided => {
  if (!Number.isSafeInteger(n) || n < 1 || unit.max + n > maxIterations.most)
    return invalid(
      `${unit.id} has ${unit.max} passes and may have ${maxIterations.most} at most, so ${n} more don't fit`,
      "/n",
    );
  return [event.limitSet({ unit: unit.id, from: unit.max, to: unit.max + n })];
};

/** Continues with the state after the first events. */
const then = (answer: Answer, first: Decided, next: (state: State) => Decided): Decided => {
  if (isRefusal(first)) return first;
  const rest = next(fold(answer.state, first, answer.stamp));
  return isRefusal(rest) ? rest : [...first, ...rest];
};

const toWork = ({ back }: Answer): Stage => (back === "idle" ? "idle" : "work");

const simplify = (answer: Answer): Decided => {
  const { unit, data, stamp } = answer;
  const criteria = data.criteria ?? [];
  if (criteria.length === 0 || criteria.some((one) => one.trim() === ""))
    return invalid("simpler criteria are wanted, none of them empty", "/criteria");
  if (data.n === undefined && unit.used >= unit.max)
    return invalid(`${unit.id} has used its ${unit.max} passes: say how many more`, "/n");
  const raised = data.n === undefined ? [] : limit(answer, data.n);
  const begun = isRefusal(raised) ? raised : [...raised, answered(answer, toWork(answer))];
  return then(answer, begun, (now) =>
    editUnit.decide(now, { unit: unit.id, changes: { criteria } }, stamp),
  );
};

/** Records the failed approach as a lesson, so that the next agent, which starts like the first, doesn't repeat it. */
const lesson = ({ state, unit, text }: Answer): Events => {
  const name = oneLine(`${unit.id}: another way than before`, titleLimit);
  if (
    state.guardrails.length >= guardrailsLimit ||
    state.guardrails.some((one) => one.name === name && one.solution === text)
  )
    return [];
  const problem = oneLine(
    `tried without getting on: ${unit.lastDid ?? "nothing on record"}`,
    textLimit,
  );
  const solution = text === "" ? "take another way" : text;
  return [
    event.guardrailAdded({
      name,
      when: `working on ${oneLine(unit.title)}`,
      problem,
      solution,
      learned: `${unit.id} iteration ${unit.used}`,
    }),
  ];
};

const answers: { readonly [K in Option]: (answer: Answer) => Decided } = {
  unblock: (answer) => [
    ...(answer.text === ""
      ? []
      : [event.noteAdded({ unit: answer.unit.id, text: answer.text, raw: null })]),
    answered(answer, answer.back),
  ],
  raise: (answer) => {
    if (answer.data.n === undefined) return invalid("say how many passes more", "/n");
    return then(answer, limit(answer, answer.data.n), () => [answered(answer, answer.back)]);
  },
  simplify,
  "step-in": (answer) => {
    const { tree = null, head = null } = answer.data;
    return [
      event.unitAnswered({
        unit: answer.unit.id,
        option: "step-in",
        text: answer.text,
        to: "stepped-in",
        base: { tree, head },
      }),
    ];
  },
  again: (answer) => [answered(answer, answer.back)],
  accept: (answer) => {
    if (answer.text === "")
      return refuse("REASON_MISSING", "taking work with known gaps wants a reason", {
        fits: '--reason "why"',
      });
    const { unit } = answer;
    return [
      answered(answer, "settled"),
      event.unitAccepted({ unit: unit.id, gaps: unit.gaps, reason: answer.text }),
    ];
  },
  fresh: (answer) => [...lesson(answer), answered(answer, toWork(answer))],
  model: (answer) => {
    const { unit, data, stamp } = answer;
    const { model } = data;
    if (model === undefined) return invalid("say which tier: haiku, sonnet or opus", "/model");
    return then(answer, [answered(answer, answer.back)], (now) =>
      editUnit.decide(now, { unit: unit.id, changes: { model } }, stamp),
    );
  },
  skip: (answer) => [answered(answer, "stuck")],
  drop: (answer) => {
    const { unit, stamp, text } = answer;
    const reason = text === "" ? `stuck: ${unit.stuck?.reason ?? ""}` : text;
    return then(answer, [answered(answer, "stuck")], (now) =>
      dropUnit.decide(now, { unit: unit.id, reason }, stamp),
    );
  },
};

export const answerUnit = answering("AnswerUnit", {
  means: "Chooses how a stuck unit continues.",
  data: answerFields,
  ...world.measured,
  decide: (state, data, stamp) =>
    withUnit(state, data.unit, (unit) => {
      const { stuck } = unit;
      if (unit.stage !== "stuck" || stuck === null)
        return refuse("UNIT_UNSTUCK", `${unit.id} isn't stuck`, {
          fits: "`cairn status --next` shows what is due",
        });
      if (data.asked !== undefined && data.asked !== stuck.n)
        return refuse(
          "QUESTION_STALE",
          `question ${data.asked} of ${unit.id} is not the one that is open`,
          { fits: `look again: it is ${stuck.n}` },
        );
      const options = optionsFor[stuck.kind];
      if (!options.includes(data.option))
        return refuse(
          "OPTION_UNFIT",
          `${unit.id} is stuck (${stuck.kind}): ${data.option} isn't an answer to that`,
          { fits: options.join(", ") },
        );
      const text = (data.text ?? "").trim();
      const refused = oversized("the text", text.length, "/text");
      if (refused !== null) return refused;
      const events = answers[data.option]({ state, unit, back: stuck.back, data, text, stamp });
      return isRefusal(events) ? events : chain(state, stamp, [() => events, halt(unit.id)]);
    }),
});
