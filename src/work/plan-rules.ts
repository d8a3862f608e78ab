// Rules of a workable plan, for any protocol: all findings at once.
import { oneLine } from "../core/quote.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import { ring } from "./graph.ts";
import { type Draft, isManual } from "./unit.ts";

export type PlanField = "id" | "title" | "text" | "after" | "criteria";
export type PlanRules = {
  /** Nobody answers: nothing may be left to a person. */
  readonly auto: boolean;
  /** Largest number of units. */
  readonly most: number;
  /** As people call a unit: `task`. */
  readonly noun: string;
  /** JSON pointer to a unit in the plan as given, or to the field; `at`: to that entry of it. */
  pointer(index: number, field: PlanField, at?: number): string;
};

const idForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
const limits = { title: 200, text: 16_384, criteria: 20, criterion: 500 };
const quoted = (text: string): string => JSON.stringify(oneLine(text, 80));

const oversized = (
  what: string,
  size: number,
  limit: number,
  pointer: string,
): readonly Refusal[] =>
  size <= limit
    ? []
    : [
        refuse("FIELD_OVERSIZED", `${what} is too long: ${size}, the limit is ${limit}`, {
          pointer,
          fits: `at most ${limit}`,
        }),
      ];

const idFindings = (id: string, how: PlanRules, pointer: string): readonly Refusal[] =>
  idForm.test(id)
    ? []
    : [
        refuse("UNIT_ID_INVALID", `${quoted(id)} can't be the id of a ${how.noun}`, {
          pointer,
          fits: "letters, digits, . _ -, at most 64, a letter or digit first",
        }),
      ];

/** An id stands for a file, and some file systems don't tell upper from lower case. */
const repeats = (units: readonly Draft[], how: PlanRules): readonly Refusal[] => {
  const seen = new Map<string, string>();
  return units.flatMap(({ id }, index) => {
    const before = seen.get(id.toLowerCase());
    seen.set(id.toLowerCase(), id);
    if (before === undefined) return [];
    const as = before === id ? "" : `, as ${quoted(before)}: they would share a file`;
    return [
      refuse("UNIT_REPEATED", `the id ${quoted(id)} is repeated${as}`, {
        pointer: how.pointer(index, "id"),
        fits: "an id of its own, in any case",
      }),
    ];
  });
};

const blockers = (units: readonly Draft[], how: PlanRules): readonly Refusal[] => {
  const known = new Set(units.map(({ id }) => id));
  return units.flatMap(({ id, after }, index) =>
    after.flatMap((one, at) =>
      known.has(one)
        ? []
        : [
            refuse(
              "UNIT_UNKNOWN",
              `${how.noun} ${quoted(id)} waits for ${quoted(one)}, which doesn't exist`,
              { pointer: how.pointer(index, "after", at), fits: "ids of this plan" },
            ),
          ],
    ),
  );
};

const cycles = (units: readonly Draft[]): readonly Refusal[] => {
  const circle = ring(units);
  return circle === null
    ? []
    : [
        refuse("GRAPH_CYCLIC", `a cycle: ${circle.map(quoted).join(" waits for ")}`, {
          fits: "a graph without cycles",
        }),
      ];
};

const criterionFindings = (
  { criteria }: Draft,
  index: number,
  at: number,
  how: PlanRules,
): readonly Refusal[] => {
  const one = criteria[at];
  if (one === undefined) return [];
  const pointer = how.pointer(index, "criteria", at);
  const isRepeated = criteria.findIndex(({ text }) => text === one.text) < at;
  return [
    ...(one.text.trim() === ""
      ? [refuse("CRITERIA_EMPTY", "a criterion has no text", { pointer })]
      : isRepeated
        ? [
            refuse("CRITERIA_REPEATED", `the criterion ${quoted(one.text)} is repeated`, {
              pointer,
            }),
          ]
        : []),
    ...oversized("a criterion's text", one.text.length, limits.criterion, pointer),
    ...(how.auto && isManual(one.check)
      ? [
          refuse(
            "PLAN_UNATTENDED",
            `the criterion ${quoted(one.text)} asks a person, and in auto mode nobody answers`,
            { pointer, fits: "a command or a file that shows it" },
          ),
        ]
      : []),
  ];
};

/** Those of one unit; the id of a unit that the protocol made isn't looked at. `least`: 0 where criteria may be missing. */
export const unitFindings = (
  unit: Draft,
  index: number,
  how: PlanRules,
  least = 1,
): readonly Refusal[] => {
  const { title, text, criteria } = unit;
  const pointer = how.pointer(index, "criteria");
  return [
    ...(title.trim() === ""
      ? [
          refuse("FIELD_INVALID", `a ${how.noun} has no title`, {
            pointer: how.pointer(index, "title"),
            fits: `1 to ${limits.title} characters`,
          }),
        ]
      : []),
    ...oversized("the title", title.length, limits.title, how.pointer(index, "title")),
    ...oversized("the text", text?.length ?? 0, limits.text, how.pointer(index, "text")),
    ...(criteria.length < least
      ? [
          refuse("CRITERIA_EMPTY", `${how.noun} ${quoted(unit.id)} has no criterion`, {
            pointer,
            fits: "at least one that can be shown to hold",
          }),
        ]
      : []),
    ...oversized("the list of criteria", criteria.length, limits.criteria, pointer),
    ...criteria.flatMap((_, at) => criterionFindings(unit, index, at, how)),
  ];
};

export const planFindings = (units: readonly Draft[], how: PlanRules): readonly Refusal[] => [
  ...(units.length === 0
    ? [refuse("PLAN_EMPTY", `the plan has no ${how.noun}`, { fits: `at least one ${how.noun}` })]
    : []),
  ...(units.length > how.most
    ? [
        refuse("PLAN_OVERSIZED", `the plan has ${units.length} entries, the limit is ${how.most}`, {
          fits: "fewer, larger ones",
        }),
      ]
    : []),
  ...units.flatMap(({ id }, index) => idFindings(id, how, how.pointer(index, "id"))),
  ...repeats(units, how),
  ...blockers(units, how),
  ...cycles(units),
  ...units.flatMap((unit, index) => unitFindings(unit, index, how)),
];
