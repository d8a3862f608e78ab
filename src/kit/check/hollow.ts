// Doubts about a proof: hollow if its check also passes on an empty tree.
import type { Proof } from "../../core/job.ts";
import { namesOnlyZeroTests } from "../../core/checks/zero-tests.ts";

export const hollowWords = "passes on an empty tree: shows nothing";
/** For a worker's own check. */
export const heldWords = "passes without the work, too: shows nothing of it";
export const unchangedWords = "passes, and no file was changed: shows nothing";
/** For a passed check. */
export const flippedWords = "failed before, passes now, and nothing changed";

export const noTestWords = "no test ran, by the end of what it printed";

/** Marks in an event. `hollow`: it proves nothing, because it also passes on an empty tree, or as `why` says. `flipped`: it failed before on this same tree. `passed`, `excerpt`: the output's end shows whether a test ran. */
export type Marks = {
  readonly hollow?: boolean | undefined;
  readonly why?: string | null | undefined;
  readonly flipped?: boolean | undefined;
  readonly passed?: boolean | undefined;
  readonly excerpt?: string | undefined;
};

/** Why it proves less than it seems to, one short phrase each. */
export const doubtsOf = (marks: Marks | null | undefined): readonly string[] => [
  ...(marks?.hollow === true ? [marks.why ?? hollowWords] : []),
  ...(marks?.flipped === true ? [flippedWords] : []),
  ...(marks?.passed === true && namesOnlyZeroTests(marks.excerpt ?? "") ? [noTestWords] : []),
];

/** The same for views and briefs; omitted if empty. */
export const doubted = (
  marks: Marks | null | undefined,
): { readonly doubts?: readonly string[] } => {
  const doubts = doubtsOf(marks);
  return doubts.length === 0 ? {} : { doubts };
};

/** A check's previous end and its tree; one marked as flipped still counts as failed. */
type Ended = {
  readonly tree: string | null;
  readonly failed: boolean;
  readonly flipped?: boolean | undefined;
};

/** It failed before and passes now without any relevant change. */
export const isFlipped = (
  passed: boolean,
  tree: string | null,
  before: Ended | null | undefined,
): boolean =>
  passed && tree !== null && before?.tree === tree && (before.failed || before.flipped === true);

/** A test runner that finds tests here but none on the empty tree counts as failed there, whatever its exit code. */
const foundTestsOnlyHere = (here: string, onEmpty: string): boolean =>
  namesOnlyZeroTests(onEmpty) && !namesOnlyZeroTests(here);

/**
 * @param ran a passed run by the engine
 * @param match text that the output must contain, if any
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
