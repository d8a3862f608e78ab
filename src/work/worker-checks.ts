// Doubts about a passed check that its worker chose.
import { heldWords, unchangedWords } from "../kit/check/hollow.ts";
import type { Criterion, Unit } from "./unit.ts";
import type { Work } from "./work.ts";

/** Why it shows nothing; null if it does. @param tree where it passed */
export const nothingWhy = (
  { base }: Pick<Work, "base">,
  { adopted }: Pick<Unit, "adopted">,
  { chosenBy, before }: Pick<Criterion, "chosenBy" | "before">,
  tree: string | null,
): string | null => {
  if (chosenBy !== "worker" || adopted) return null;
  if (tree !== null && (tree === base.tree || tree === before?.tree)) return unchangedWords;
  return before?.passed === true ? heldWords : null;
};
/** Its proof as it reads once it is known what held before. */
export const reread = (state: Work, unit: Unit, one: Criterion): Criterion => {
  const { proof } = one;
  if (proof?.by !== "engine" || !(proof.passed || proof.captured)) return one;
  const why = nothingWhy(state, unit, one, proof.tree);
  return why === null
    ? one
    : { ...one, proof: { ...proof, passed: false, captured: false, hollow: true, why } };
};
