// Doubts about a passed check that its worker chose.
import { type NoProofReason, noProofWords } from "../kit/check/hollow.ts";
import type { Criterion, Unit } from "./unit.ts";
import type { Work } from "./work.ts";

/** @param tree where it passed */
export const heldOf = (
  { base }: Pick<Work, "base">,
  { adopted }: Pick<Unit, "adopted">,
  { chosenBy, before }: Pick<Criterion, "chosenBy" | "before">,
  tree: string | null,
): NoProofReason | null => {
  if (chosenBy !== "worker" || adopted) return null;
  if (tree !== null && (tree === base.tree || tree === before?.tree)) return "unchanged";
  return before?.passed === true ? "before" : null;
};
/** Its proof as it reads once it is known what held before. */
export const reread = (state: Work, unit: Unit, one: Criterion): Criterion => {
  const { proof } = one;
  if (proof === null || proof.by !== "engine" || !(proof.passed || proof.captured)) return one;
  const held = heldOf(state, unit, one, proof.tree);
  return held === null
    ? one
    : {
        ...one,
        proof: {
          ...proof,
          passed: false,
          captured: false,
          hollow: true,
          held,
          why: noProofWords[held],
        },
      };
};
