// Commands of lessons, each kept once and at most a hundred, so that every pass can read them all.
import { refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import { anybody } from "../../../core/sender.ts";
import * as t from "../../../kit/schema.ts";
import { unquiet } from "../decider/quiet.ts";
import { oversized } from "../decider/step.ts";
import { changed } from "../evolve/change.ts";
import * as event from "../events.ts";
import { plain } from "../evolve/brief.ts";
import { guardrailsLimit } from "../limits.ts";
import { inHeading, plainValue } from "../markdown/values.ts";
import * as s from "../shapes.ts";
import type { Guardrail, State } from "../state.ts";
import { command } from "./declare.ts";

type Input = t.Of<typeof s.guardrailInput>;

const excessive = refuse(
  "GUARDRAIL_EXCESSIVE",
  `there are ${guardrailsLimit} guardrails already: nobody would read more`,
  { fits: "change one of them, or take one out" },
);

export const lessonFindings = ({
  name,
  when,
  problem,
  solution,
  learned,
}: Guardrail): readonly Refusal[] => {
  const blank = [
    ...(plainValue(name) === "" ? ["name"] : []),
    ...(plainValue(solution) === "" ? ["solution"] : []),
  ].map((field) =>
    refuse("FIELD_INVALID", `a guardrail wants a ${field}`, { pointer: `/${field}` }),
  );
  const long = [
    oversized("the guardrail", [name, when, problem, solution, learned].join("").length, ""),
  ].filter((one) => one !== null);
  return [...blank, ...long];
};

const orElse = (given: string | undefined, otherwise: string): string =>
  plainValue(given ?? "") || otherwise;

export const lessonOf = (input: Input, learned: string): Guardrail => ({
  name: inHeading(input.name),
  when: orElse(input.when, ""),
  problem: orElse(input.problem, "(not stated)"),
  solution: input.solution.trim(),
  learned: orElse(input.learned, learned),
});

/** Compares names and solutions without case and whitespace. */
export const isSame = (
  a: Pick<Guardrail, "name" | "solution">,
  b: Pick<Guardrail, "name" | "solution">,
): boolean => plain(a.name) === plain(b.name) && plain(a.solution) === plain(b.solution);

/** Default origin of a lesson: the pass of its author, else the sender. */
const learnedBy = (
  state: State,
  by: { readonly kind: string; readonly name: string; readonly job?: string },
): string => {
  const unit = state.units.find(({ id, pass }) => pass !== null && by.job === `${id}#${pass.n}`);
  return unit === undefined
    ? `by ${by.kind === "agent" ? "agent " : ""}${by.name}`
    : `${unit.id} iteration ${unit.used}`;
};

export const addGuardrail = command("AddGuardrail", {
  means: "Adds a lesson that every pass reads.",
  data: s.guardrailInput.entries,
  who: anybody,
  decide: (state, data, { by }) => {
    const lesson = lessonOf(data, learnedBy(state, by));
    const refused = refuseAll(lessonFindings(lesson));
    if (refused !== null) return refused;
    if (state.guardrails.some((one) => isSame(one, lesson))) return [];
    return state.guardrails.length >= guardrailsLimit ? excessive : [event.guardrailAdded(lesson)];
  },
});

const unknown = (state: State, name: string): Refusal =>
  refuse("GUARDRAIL_UNKNOWN", `there is no guardrail ${name.slice(0, 120)}`, {
    fits:
      state.guardrails.length === 0
        ? "there are none"
        : state.guardrails
            .map((one) => one.name)
            .slice(0, 20)
            .join(", "),
  });
const named = (state: State, name: string): Guardrail | undefined =>
  state.guardrails.find((one) => plain(one.name) === plain(name));

export const editGuardrail = command("EditGuardrail", {
  means: "Changes a lesson.",
  data: { name: t.text, changes: t.partial(s.guardrailInput) },
  who: ["person", "file"],
  decide: (state, { name, changes }, stamp) => {
    const refused = unquiet(state, stamp);
    if (refused !== null) return refused;
    const before = named(state, name);
    if (before === undefined) return unknown(state, name);
    const after = lessonOf(changed(before, changes), before.learned);
    const wrong = refuseAll(lessonFindings(after));
    if (wrong !== null) return wrong;
    return JSON.stringify(after) === JSON.stringify(before)
      ? []
      : [event.guardrailEdited({ name: before.name, guardrail: after })];
  },
});

export const removeGuardrail = command("RemoveGuardrail", {
  means: "Takes a lesson out.",
  data: { name: t.text },
  who: ["person", "file"],
  decide: (state, { name }, stamp) => {
    const refused = unquiet(state, stamp);
    if (refused !== null) return refused;
    const before = named(state, name);
    return before === undefined
      ? unknown(state, name)
      : [event.guardrailRemoved({ name: before.name })];
  },
});
