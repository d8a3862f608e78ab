// The words, signs and colours for how far criteria are shown: one table, for every protocol, in terminal, page and pull request.
import type { Look } from "./words/states.ts";
import type { Criterion } from "./view.ts";

type Told = Look & { readonly means: string };

/** In the order in which a person should look at them. */
export const criterionStateNames = [
  "failed",
  "stale",
  "unproved",
  "bare",
  "captured",
  "waived",
  "proved",
] as const satisfies readonly Criterion["status"][];
export type CriterionState = (typeof criterionStateNames)[number];

export const criterionStates: Readonly<Record<CriterionState, Told>> = {
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
  captured: {
    sign: "◇",
    shade: "strong",
    word: "output recorded",
    means: "its output was recorded; a person or the verifier judges whether that shows it",
  },
  waived: {
    sign: "↷",
    shade: "strong",
    word: "waived",
    means: "a person accepted it without proof",
  },
  proved: {
    sign: "✔",
    shade: "good",
    word: "proved",
    means: "its check passed, run by the engine",
  },
};

type Shown = Pick<Criterion, "status"> & {
  readonly counts?: boolean;
  readonly proof: Pick<NonNullable<Criterion["proof"]>, "exit" | "by"> | null;
};

/** Proved by the rules, but by a verdict instead of a program. */
export const isJudged = ({ status, proof }: Shown): boolean =>
  status === "proved" && proof !== null && proof.exit === null;

/** Exactly its evidential value. */
export const criterionLook = (criterion: Shown): Told => {
  const look = criterionStates[criterion.status];
  if (isJudged(criterion))
    return {
      ...look,
      word: "judged met",
      means: "judged as the rules require, by a person or another agent; no program showed it",
    };
  if (criterion.status !== "captured" || criterion.proof?.exit !== 0) return look;
  return { ...(criterion.counts === false ? criterionStates.proved : look), word: "check passed" };
};

/** The kind of record: a proof, a judgement, where nothing ran, a failed run, or one that proves nothing. */
export const proofKind = (criterion: Shown): string => {
  const { status, proof } = criterion;
  if (isJudged(criterion)) return "judged";
  if (status === "failed")
    return proof !== null && proof.exit === null && proof.by !== "engine" ? "judged unmet" : "run";
  return status === "unproved" || status === "bare" ? "recorded" : "proof";
};
