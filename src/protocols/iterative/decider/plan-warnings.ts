// Warnings about a lawful but risky plan, for the person who approves it.
import { maxIterations } from "../limits.ts";
import { meetsAt } from "../meets.ts";
import type { Described, State } from "../state.ts";
import { restsOn } from "./plan-graph.ts";

/** A unit with more iterations should probably be split. */
const manyIterations = 20;

/** Words that can't be measured, in a criterion without a number, path or program. */
const vague: readonly RegExp[] = [
  /\bworks?\b[\s.!]*$/iu,
  /^(?:the )?users? can\b/iu,
  /\b(?:better|improved?|nicer|cleaner|good|properly|correctly|appropriate(?:ly)?|user[- ]friendly)\b/iu,
];
const measured = /[\d`/:]/u;
const isVague = (criterion: string): boolean =>
  !measured.test(criterion) && vague.some((form) => form.test(criterion));

type Ground = Pick<State, "mode" | "slug" | "archive" | "settings">;

const ofUnit = ({ mode }: Ground, { id, files, criteria, max }: Described): readonly string[] => [
  ...(mode === "development" && files.length === 0
    ? [`${id} has no Files: it runs alone, and its content is the whole tree`]
    : []),
  ...(files.some((path) => path.toLowerCase() === "multiple")
    ? [`${id} has "multiple" among its Files, which is no path`]
    : []),
  ...criteria
    .filter(isVague)
    .map((text) => `${id} has a criterion that nobody can measure: ${text.slice(0, 80)}`),
  ...(max > manyIterations && max <= maxIterations.most
    ? [`${id} may take ${max} iterations: perhaps it is several units`]
    : []),
];

/** Each pair once, the earlier unit first; a unit without Files runs alone anyway. */
const shared = (ground: Ground, units: readonly Described[]): readonly string[] => {
  if (ground.mode !== "development") return [];
  const below = new Map(units.map(({ id }) => [id, restsOn(units, id)]));
  return units.flatMap((unit, index) =>
    units.slice(index + 1).flatMap((other) => {
      if (unit.files.length === 0 || other.files.length === 0) return [];
      if (below.get(unit.id)?.has(other.id) === true || below.get(other.id)?.has(unit.id) === true)
        return [];
      const why = meetsAt(ground, unit, other);
      return why === null
        ? []
        : [`${unit.id} and ${other.id} share files without a dependency: ${why}`];
    }),
  );
};

/** Maximum listed pairs; the rest are counted. */
const most = 20;

/** Warnings as sentences, in plan order. */
export const warningsOf = (ground: Ground, units: readonly Described[]): readonly string[] => {
  const pairs = shared(ground, units);
  return [
    ...units.flatMap((unit) => ofUnit(ground, unit)),
    ...pairs.slice(0, most),
    ...(pairs.length > most
      ? [`${pairs.length - most} more pairs of units share files without a dependency`]
      : []),
    ...(ground.settings.gates.length === 0
      ? [
          ground.mode === "development"
            ? "no gate is configured: no program will judge the work"
            : "no gate is configured: no program but the check of each Output (there, 40 words or more, no stubs) will judge the work",
        ]
      : []),
  ];
};
