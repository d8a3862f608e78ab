// Words for the evidence of a criterion: proved, captured, claimed and waived are different things.
import { evidenceWords } from "../../../../src/core/evidence-words.ts";
import type { Evidence, RunAnswer } from "../../../../src/http/answers.ts";
import type { Look, Shade } from "../../../../src/core/state-words.ts";

export type Criterion = Evidence["criteria"][number];
export type Status = Criterion["status"];

/** In the order in which a person should look at them. */
export const statuses: readonly Status[] = [
  "failed",
  "stale",
  "unproved",
  "bare",
  "captured",
  "waived",
  "proved",
];
export const statusLooks: Readonly<Record<Status, Look & { readonly means: string }>> = {
  proved: {
    sign: "✔",
    shade: "good",
    word: "proved",
    means: "its check passed, run by the engine",
  },
  captured: {
    sign: "◇",
    shade: "strong",
    word: "output recorded",
    means: "its output was recorded; a person or the verifier judges whether that shows it",
  },
  failed: { sign: "✖", shade: "bad", word: "failed", means: "its check was run and didn't pass" },
  stale: {
    sign: "▲",
    shade: "bad",
    word: "stale",
    means: "it was proved, and what it was proved on has changed since",
  },
  unproved: {
    sign: "·",
    shade: "dim",
    word: "not proved",
    means: "nothing that counts has shown it",
  },
  bare: { sign: "–", shade: "dim", word: "no check", means: "it has no check" },
  waived: {
    sign: "↷",
    shade: "strong",
    word: "waived",
    means: "a person accepted it without proof",
  },
};

/** Proved by the rules, but by a verdict instead of a program. */
export const isJudged = ({ status, proof }: Pick<Criterion, "status" | "proof">): boolean =>
  status === "proved" && proof !== null && proof.exit === null;

/** The text of its badge: exactly its evidential value. */
export const badgeOf = (
  criterion: Pick<Criterion, "status" | "proof">,
): Look & { readonly means: string } => {
  const look = statusLooks[criterion.status];
  if (isJudged(criterion))
    return {
      ...look,
      word: "judged met",
      means: "judged as the rules require, by a person or another agent; no program showed it",
    };
  return criterion.status === "captured" && criterion.proof?.exit === 0
    ? { ...look, word: "check passed" }
    : look;
};

/** The name of a status group: as on its badges, if they agree. */
export const groupWords = (
  status: Status,
  criteria: readonly Pick<Criterion, "status" | "proof">[],
): string => {
  const badges = new Set(
    criteria.filter((one) => one.status === status).map((one) => badgeOf(one).word),
  );
  const [word] = badges;
  return badges.size === 1 && word !== undefined ? word : statusLooks[status].word;
};

/** How a judge found it met; undefined: not such a verdict. */
export const verdictIn = (claim: string): string | undefined => {
  const found = /^\[claim of [^\]]*\] met(?:: (.*))?$/su.exec(claim);
  return found === null ? undefined : (found[1] ?? "");
};

/** The number of criteria per status, omitting absent ones. */
export const tally = (criteria: readonly Criterion[]): ReadonlyMap<Status, number> => {
  const counts = new Map<Status, number>();
  for (const status of statuses) {
    const found = criteria.filter((criterion) => criterion.status === status).length;
    if (found > 0) counts.set(status, found);
  }
  return counts;
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
    ...(beside === 0
      ? []
      : [`${beside} more ${beside === 1 ? "is" : "are"} shown here and not counted`]),
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

/** The kind of record: a proof, a failed run, or one that proves nothing. */
export const proofKind = (criterion: Pick<Criterion, "status" | "proof">): string =>
  isJudged(criterion)
    ? "judged"
    : criterion.status === "failed" && isJudgement(criterion)
      ? "judged unmet"
      : kinds(criterion.status);
/** Nothing ran where somebody judged. */
const isJudgement = ({ proof }: Pick<Criterion, "proof">): boolean =>
  proof !== null && proof.exit === null && proof.by !== "engine";
const kinds = (status: Status): string =>
  status === "failed" ? "run" : status === "unproved" || status === "bare" ? "recorded" : "proof";

const isBroken = ({ status }: Pick<Criterion, "status">): boolean =>
  status === "failed" || status === "stale";

/** Criteria by unit, in their original order; units with failed or stale ones come first. */
export const byUnit = <P extends Pick<Criterion, "unit" | "status">>(
  criteria: readonly P[],
): readonly (readonly [unit: string, criteria: readonly P[]])[] =>
  [...Map.groupBy(criteria, ({ unit }) => unit)].toSorted(
    ([, one], [, other]) => Number(other.some(isBroken)) - Number(one.some(isBroken)),
  );
