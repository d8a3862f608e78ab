// Why: a check that passes on an empty tree as well proves nothing, and every protocol judges that alike.
import type { Proof } from "./job.ts";
import { namesOnlyZeroTests } from "./zero-tests.ts";

export const hollowWords = "passes on an empty tree: shows nothing";
/** Of a check that passed. */
export const flippedWords = "failed before, passes now, and nothing changed";

/** A test runner that finds no test there and some here has failed on the empty tree, whatever its exit code. */
const foundTestsOnlyHere = (here: string, onEmpty: string): boolean => namesOnlyZeroTests(onEmpty) && !namesOnlyZeroTests(here);

/**
 * @param ran what the engine ran, which passed
 * @param match text that the output must hold, if any
 */
export const isHollowProof = ({ exit, text, onEmpty }: Pick<Proof, "exit" | "text" | "onEmpty">, match?: string): boolean =>
  onEmpty !== undefined &&
  exit !== null &&
  onEmpty.exit === exit &&
  (match === undefined || onEmpty.text.includes(match)) &&
  !foundTestsOnlyHere(text, onEmpty.text);
