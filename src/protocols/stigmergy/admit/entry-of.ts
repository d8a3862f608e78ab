// The choice of the entry that tells of a command, among those of an edit that no command has yet.
import { names } from "../naming.ts";
import type { Copy } from "./copy.ts";
import type { Fresh } from "./entry.ts";

/** Signals that request something themselves: such an entry belongs to that request, not to another change of the edit. */
const meant: ReadonlySet<string> = new Set([
  "STORY_CREATED",
  "ESCALATION_REQUIRED",
  "BRIEF_COMPLETE",
  "PRD_COMPLETE",
  "UX_COMPLETE",
  "ARCHITECTURE_COMPLETE",
  "BLUEPRINT_COMPLETE",
]);

const namesOne = (units: readonly string[]) => (one: Fresh) =>
  units.some((unit) => names(one.given.summary, unit));

const isFree =
  (signals: readonly string[]) =>
  ({ given }: Fresh): boolean =>
    signals.includes(given.signal ?? "") || !meant.has(given.signal ?? "");

/** The entry for a command about these units: the first remaining one that names a unit, else the last one without a signal of its own except `signals`; null if none. */
export const entryOf = (
  copy: Copy,
  units: readonly string[],
  signals: readonly string[] = [],
): Fresh | null => {
  const left = copy.left();
  return (
    left.find(namesOne(units)) ??
    left.findLast(({ given }) => signals.includes(given.signal ?? "")) ??
    left.findLast(isFree(signals)) ??
    null
  );
};

/** The entries of two consecutive commands; a single entry belongs to the second, and its author signs the first with this text. */
export const entriesOf = (
  copy: Copy,
  units: readonly string[],
  words: string,
): readonly [Fresh | null, Fresh | null] => {
  const left = copy.left();
  const naming = left.filter(namesOne(units));
  if (naming.length > 1) return [naming[0] ?? null, naming[1] ?? null];
  const last = entryOf(copy, units);
  if (last === null) return [null, null];
  const first = left.find((one) => one !== last && isFree([])(one) && naming.length === 0);
  const signed = { part: last.part, given: { agent: last.given.agent, summary: words } };
  return [first ?? signed, last];
};
