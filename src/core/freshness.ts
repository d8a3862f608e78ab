// Freshness of proofs: whether the measured tree is still the present one.
import type { Ask, Facts } from "./protocol.ts";
import type { ContentAsk } from "./span.ts";
import type { Criterion } from "./view.ts";

type Proved = Pick<Criterion, "proof">;
const nameOf = (content: ContentAsk): string => JSON.stringify(content);

/** What has to be measured to tell: the tree, and what proofs hold for where that isn't the whole tree, once for all that ask the same. null: nothing. */
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

/** Is its proof of what is there now? null: it tells of no tree, or nothing was measured. */
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
