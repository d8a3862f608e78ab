// Short words for what is wrong with a run: its first line, and what there is besides.
import type { WrongLine } from "../../src/core/words/wrong-lines.ts";

/** Nouns for several lines of the same kind. */
const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  refused: ["refused edit", "refused edits"],
  "in doubt": ["in doubt", "in doubt"],
  failed: ["failed", "failed"],
  returned: ["returned", "returned"],
  "last try": ["on its last try", "on their last try"],
  proofs: ["lack of proof", "lacks of proof"],
  checks: ["changed checks", "changed checks"],
  warning: ["warning", "warnings"],
  bypassed: ["bypassed rule", "bypassed rules"],
};

/** `1 refused edit, 2 warnings`: the remaining lines after the first. */
export const moreWords = (lines: readonly WrongLine[]): string =>
  [...Map.groupBy(lines, ({ what }) => what)]
    .map(([what, { length }]) => `${length} ${nouns[what]?.[length === 1 ? 0 : 1] ?? what}`)
    .join(", ");

/** `task 3 failed`, `edit refused`: a line in few words. */
export const briefWords = ({ what, name }: WrongLine): string =>
  name === undefined
    ? what === "refused"
      ? "edit refused"
      : (nouns[what]?.[0] ?? what)
    : `${name} ${what}`;
