// Freshness of proofs: whether the measured tree is still the present one.
import type { Ask, Facts } from "../protocol.ts";
import type { ContentAsk } from "../span.ts";
import type { Criterion } from "../view.ts";

type Proved = Pick<Criterion, "proof">;
const nameOf = (content: ContentAsk): string => JSON.stringify(content);

/** What to measure: the tree, and other contents that proofs cover, without duplicates; null if nothing. */
export const freshnessAsk = (criteria: readonly Proved[]): Ask | null =>
  criteria.every(({ proof }) => proof === null || proof.tree === null)
    ? null
    : {
        tree: true,
        contents: Object.fromEntries(
          criteria.flatMap(({ proof }) =>
            proof?.content === undefined ? [] : [[nameOf(proof.content), proof.content]],
          ),
        ),
      };

/** Whether a proof covers the current content; null if it names no tree, or nothing was measured. */
export const isFresh = (
  { proof }: Proved,
  facts: Pick<Facts, "tree" | "contents"> | null,
): boolean | null => {
  if (proof === null || proof.tree === null || facts === null) return null;
  return (
    proof.tree ===
    (proof.content === undefined ? facts.tree : (facts.contents?.[nameOf(proof.content)] ?? null))
  );
};
