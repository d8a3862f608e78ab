// Words for the evidence of a criterion: proved, captured, claimed and waived are different things.
import { evidenceWords } from "../../../../src/core/words/evidence.ts";
import type { Evidence, RunAnswer } from "../../../../src/http/answers.ts";
import type { Shade } from "../../../../src/core/words/states.ts";
import { howMany } from "../../../../src/core/words/how-many.ts";

export type Criterion = Evidence["criteria"][number];

/** How a judge found it met; undefined: not such a verdict. */
export const verdictIn = (claim: string): string | undefined => {
  const found = /^\[claim of [^\]]*\] met(?:: (.*))?$/su.exec(claim);
  return found === null ? undefined : (found[1] ?? "");
};

/** `4 of 6 criteria proved, 1 of them on a tree that has changed since`: of those that count. */
export const proofSummary = (
  criteria: readonly Criterion[],
  evidence: RunAnswer["evidence"],
): string => {
  const counting = criteria.filter(({ counts }) => counts);
  const proved = counting.filter(({ status }) => status === "proved");
  const old = proved.filter(({ fresh }) => fresh === false).length;
  const beside = criteria.length - counting.length;
  return [
    evidenceWords(evidence),
    ...(old === 0 ? [] : [`${old} of them on a tree that has changed since`]),
    ...(beside === 0 ? [] : [`and ${howMany(beside, "check")} beside the criteria`]),
  ].join(", ");
};

/** Whether its proof is current; null: it has no tree. `tree`: the id that `words` shortens; null: none mentioned. */
export const freshWords = ({
  fresh,
  proof,
  status,
}: Pick<Criterion, "fresh" | "proof" | "status">): {
  readonly tone: Shade;
  readonly words: string;
  readonly tree: string | null;
} | null => {
  if (proof === null || proof.tree === null) return null;
  if (fresh === null)
    return { tone: "dim", words: `on tree ${proof.tree.slice(0, 8)}`, tree: proof.tree };
  // An earlier failure may pass by now.
  if (status === "failed")
    return fresh ? null : { tone: "dim", words: "files have changed since", tree: null };
  return fresh
    ? { tone: "good", words: "current: the tree is unchanged", tree: null }
    : {
        tone: "bad",
        words: `outdated: the tree has changed since ${proof.tree.slice(0, 8)}`,
        tree: proof.tree,
      };
};

/** How its program ended; an exit of 0 is no success where it failed all the same. */
export const exitWords = ({
  status,
  check,
  proof,
}: Pick<Criterion, "status" | "check" | "proof">): string => {
  const exit = proof?.exit ?? null;
  if (exit === null) return "";
  if (exit !== 0 || status !== "failed") return `, exit ${exit}`;
  return check === null
    ? ": its program ended (exit 0) and reported a failure"
    : ", exit 0, but it didn't pass";
};

const isBroken = ({ status }: Pick<Criterion, "status">): boolean =>
  status === "failed" || status === "stale";

/** Criteria by unit, in their original order; units with failed or stale ones come first. */
export const byUnit = <P extends Pick<Criterion, "unit" | "status">>(
  criteria: readonly P[],
): readonly (readonly [unit: string, criteria: readonly P[]])[] =>
  [...Map.groupBy(criteria, ({ unit }) => unit)].toSorted(
    ([, one], [, other]) => Number(other.some(isBroken)) - Number(one.some(isBroken)),
  );
