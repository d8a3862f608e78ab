// Rules of a workable plan, for any protocol: all findings at once.
import { oneLine } from "../core/words/quote.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import { ring } from "./graph.ts";
import { isManual } from "../kit/check/shape.ts";
import { type Draft } from "./unit.ts";

export type PlanField = "id" | "title" | "text" | "after" | "criteria";
export type PlanRules = {
  /** Nobody answers: nothing may be left to a person. */
  readonly auto: boolean;
  /** As people call a unit: `task`. */
  readonly noun: string;
  /** JSON pointer to a unit in the plan as given, or to the field; `at`: to that entry of it. */
  pointer(index: number, field: PlanField, at?: number): string;
};

export const idForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
/** Units of a plan, and what each one holds. */
const limits = { units: 200, title: 200, text: 16_384, criteria: 20, criterion: 500 };
const quoted = (text: string): string => JSON.stringify(oneLine(text));

type Findings = readonly (Refusal | false)[];
const oversized = (what: string, size: number, limit: number, pointer: string) =>
  size > limit &&
  refuse("FIELD_OVERSIZED", `${what} is too long: ${size}, the limit is ${limit}`, {
    pointer,
    fits: `at most ${limit}`,
  });

const criterionFindings = (
  { criteria }: Draft,
  at: number,
  { auto }: PlanRules,
  pointer: string,
): Findings => {
  const { text = "", check = null } = criteria[at] ?? {};
  const isEmpty = text.trim() === "";
  const isRepeated = criteria.findIndex((one) => one.text === text) < at;
  return [
    isEmpty && refuse("CRITERIA_EMPTY", "a criterion has no text", { pointer }),
    isRepeated &&
      !isEmpty &&
      refuse("CRITERIA_REPEATED", `the criterion ${quoted(text)} is repeated`, { pointer }),
    oversized("a criterion's text", text.length, limits.criterion, pointer),
    auto &&
      isManual(check) &&
      refuse(
        "PLAN_UNATTENDED",
        `the criterion ${quoted(text)} asks a person, and in auto mode nobody answers`,
        { pointer, fits: "a command or a file that shows it" },
      ),
  ];
};

/** Those of one unit; the id of a unit that the protocol made isn't looked at. `least`: 0 where criteria may be missing. */
export const unitFindings = (
  unit: Draft,
  index: number,
  how: PlanRules,
  least = 1,
): readonly Refusal[] => {
  const { id, title, text, criteria } = unit;
  const at = (field: PlanField, entry?: number): string => how.pointer(index, field, entry);
  return [
    title.trim() === "" &&
      refuse("FIELD_INVALID", `a ${how.noun} has no title`, {
        pointer: at("title"),
        fits: `1 to ${limits.title} characters`,
      }),
    oversized("the title", title.length, limits.title, at("title")),
    oversized("the text", text?.length ?? 0, limits.text, at("text")),
    criteria.length < least &&
      refuse("CRITERIA_EMPTY", `${how.noun} ${quoted(id)} has no criterion`, {
        pointer: at("criteria"),
        fits: "at least one that can be shown to hold",
      }),
    oversized("the list of criteria", criteria.length, limits.criteria, at("criteria")),
    ...criteria.flatMap((_, n) => criterionFindings(unit, n, how, at("criteria", n))),
  ].filter(isRefusal);
};

/** Of all units together: how many there are, their ids, and what they wait for. */
const graphFindings = (units: readonly Draft[], { noun, pointer }: PlanRules): Findings => {
  const ids = new Set(units.map(({ id }) => id));
  const byFile = Map.groupBy(units, ({ id }) => id.toLowerCase());
  const cycle = ring(units);
  return [
    units.length === 0 &&
      refuse("PLAN_EMPTY", `the plan has no ${noun}`, { fits: `at least one ${noun}` }),
    units.length > limits.units &&
      refuse(
        "PLAN_OVERSIZED",
        `the plan has ${units.length} entries, the limit is ${limits.units}`,
        {
          fits: "fewer, larger ones",
        },
      ),
    ...units.flatMap((unit, index): Findings => {
      const { id } = unit;
      // An id stands for a file, and some file systems don't tell upper from lower case.
      const [first = unit] = byFile.get(id.toLowerCase()) ?? [];
      const as = first.id === id ? "" : `, as ${quoted(first.id)}: they would share a file`;
      const at = pointer(index, "id");
      return [
        !idForm.test(id) &&
          refuse("UNIT_ID_INVALID", `${quoted(id)} can't be the id of a ${noun}`, {
            pointer: at,
            fits: "letters, digits, . _ -, at most 64, a letter or digit first",
          }),
        first !== unit &&
          refuse("UNIT_REPEATED", `the id ${quoted(id)} is repeated${as}`, {
            pointer: at,
            fits: "an id of its own, in any case",
          }),
      ];
    }),
    ...units.flatMap(({ id, after }, index) =>
      after.map(
        (one, at) =>
          !ids.has(one) &&
          refuse(
            "UNIT_UNKNOWN",
            `${noun} ${quoted(id)} waits for ${quoted(one)}, which doesn't exist`,
            { pointer: pointer(index, "after", at), fits: "ids of this plan" },
          ),
      ),
    ),
    cycle !== null &&
      refuse("GRAPH_CYCLIC", `a cycle: ${cycle.map(quoted).join(" waits for ")}`, {
        pointer: pointer(
          units.findIndex(({ id }) => id === cycle[0]),
          "after",
        ),
        fits: "a graph without cycles",
      }),
  ];
};

export const planFindings = (units: readonly Draft[], how: PlanRules): readonly Refusal[] => [
  ...graphFindings(units, how).filter(isRefusal),
  ...units.flatMap((unit, index) => unitFindings(unit, index, how)),
];
