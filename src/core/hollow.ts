// Doubts about a proof: hollow if its check also passes on an empty tree.
import type { Proof } from "./job.ts";
import { namesOnlyZeroTests } from "./zero-tests.ts";

export const hollowWords = "passes on an empty tree: shows nothing";
/** Of a check that its worker chose: `before`: it passes without the work as well; `unchanged`: there is no work. */
export type Held = "before" | "unchanged";
export const heldWords: Readonly<Record<Held, string>> = {
  before: "passes without the work, too: shows nothing of it",
  unchanged: "passes, and no file was changed: shows nothing",
};
/** Of a check that passed. */
export const flippedWords = "failed before, passes now, and nothing changed";

export const noTestWords = "no test ran, by the end of what it printed";

/** What is marked so in an event; `hollow`: it shows nothing, since it passes on an empty tree as well, or as `held` says; `flipped`: it failed before on this same tree. `passed`, `excerpt`: the end of what it printed tells whether a test ran. */
export type Marks = {
  readonly hollow?: boolean | undefined;
  readonly held?: Held | undefined;
  readonly flipped?: boolean | undefined;
  readonly passed?: boolean | undefined;
  readonly excerpt?: string | undefined;
};

/** Why a check shows nothing. */
export const nothingWords = ({ held }: Pick<Marks, "held">): string =>
  held === undefined ? hollowWords : heldWords[held];

/** Why it shows less than it seems to, a short phrase each. */
export const doubtsOf = (marks: Marks | null | undefined): readonly string[] => [
  ...(marks?.hollow === true ? [nothingWords(marks)] : []),
  ...(marks?.flipped === true ? [flippedWords] : []),
  ...(marks?.passed === true && namesOnlyZeroTests(marks.excerpt ?? "") ? [noTestWords] : []),
];

/** The same as it stands in views and briefs: named only where there are some. */
export const doubted = (
  marks: Marks | null | undefined,
): { readonly doubts?: readonly string[] } => {
  const doubts = doubtsOf(marks);
  return doubts.length === 0 ? {} : { doubts };
};

/** How a check ended before, and on which tree; one that was marked flipped still counts as failed. */
type Ended = {
  readonly tree: string | null;
  readonly failed: boolean;
  readonly flipped?: boolean | undefined;
};

/** Failed before, passes now, and nothing that counts changed. */
export const isFlipped = (
  passed: boolean,
  tree: string | null,
  before: Ended | null | undefined,
): boolean =>
  passed && tree !== null && before?.tree === tree && (before.failed || before.flipped === true);

/** A test runner that finds no test there and some here has failed on the empty tree, whatever its exit code. */
const foundTestsOnlyHere = (here: string, onEmpty: string): boolean =>
  namesOnlyZeroTests(onEmpty) && !namesOnlyZeroTests(here);

/**
 * @param ran what the engine ran, which passed
 * @param match text that the output must hold, if any
 */
export const isHollowProof = (
  { exit, text, onEmpty }: Pick<Proof, "exit" | "text" | "onEmpty">,
  match?: string,
): boolean =>
  onEmpty !== undefined &&
  exit !== null &&
  onEmpty.exit === exit &&
  (match === undefined || onEmpty.text.includes(match)) &&
  !foundTestsOnlyHere(text, onEmpty.text);
