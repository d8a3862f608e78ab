// Evidence of a run: proof and claim side by side for each criterion, and its checks to be run again.
import { doubted } from "../kit/check/hollow.ts";
import { oneLine } from "../core/words/quote.ts";
import type { Recheck } from "../core/checks/recheck.ts";
import type { Criterion as Row } from "../core/view.ts";
import { rechecksOf } from "../kit/checks.ts";
import { checkWords, cut, judge, runOf } from "../kit/check/check.ts";
import { isCounted, statusOf } from "./counts.ts";
import { type Numbered, numbered, plannedUnits } from "./course.ts";
import type { Dialect } from "./dialect.ts";
import type { Check } from "../kit/check/shape.ts";
import type { Criterion, Unit } from "./unit.ts";
import type { Work } from "./work.ts";

/** A judge's word alone stands with the claims. */
const proofOf = ({ proof }: Criterion): Row["proof"] =>
  proof === null || proof.by === "judge"
    ? null
    : {
        exit: proof.exit,
        // A person who calls it unmet proves nothing about a tree.
        tree: proof.by === "person" && !proof.passed ? null : proof.tree,
        at: proof.at,
        by: proof.by === "engine" ? "engine" : proof.name,
        digest: proof.digest,
        excerpt: proof.excerpt,
      };

/** So that no line of it reads as one of ours. */
const ownLines = (text: string): string => text.replaceAll(/\r?\n|\r/gu, "\n  ");

/** What is said of it. What was found in an adopted folder is a claim, because this run didn't observe it. */
const claimOf = ({ found }: Unit, { text, claims, proof }: Criterion): string | null => {
  const claim = claims.at(-1);
  const old = found.find(({ criteria }) => criteria === text);
  const isJudged = proof?.by === "judge" || (proof?.by === "engine" && proof.name !== "engine");
  const lines = [
    isJudged ? `[judged by ${oneLine(proof.name)}] ${proof.passed ? "met" : "unmet"}` : null,
    claim !== undefined
      ? `[claim by ${oneLine(claim.by)}] ${ownLines(cut(claim.text))}`
      : old === undefined
        ? null
        : `[found, not witnessed] ${ownLines(old.output)}`,
  ].filter((line) => line !== null);
  return lines.length === 0 ? null : lines.join("\n");
};

const rowOf = (state: Work, { unit, number, criterion }: Numbered): Row => {
  const { text, check, chosenBy, proof, before } = criterion;
  const waived = criterion.waived ?? unit.waived;
  const shared = state.options.checks.map(({ name }) => name).join(", ");
  return {
    unit: unit.id,
    number,
    text,
    counts: isCounted(unit, criterion),
    status: statusOf(unit, criterion),
    check: check === null ? shared || null : checkWords(check),
    chosenBy,
    proof: proofOf(criterion),
    before: before?.passed ?? null,
    claim: claimOf(unit, criterion),
    waived: waived === null ? null : `by ${waived.by}: ${waived.reason}`,
    ...doubted(proof),
    ...(check === null ? doubted(unit.shared.find(({ hollow }) => hollow)) : {}),
  };
};

const criteriaIn = (dialect: Dialect, state: Work, unit: string | undefined): readonly Numbered[] =>
  plannedUnits(dialect, state)
    .filter(({ id }) => unit === undefined || id === unit)
    .flatMap(numbered);
/** Needs only the state, not the log. */
export const evidenceRows = (dialect: Dialect, state: Work, unit?: string): readonly Row[] =>
  criteriaIn(dialect, state, unit).map((one) => rowOf(state, one));

/** Every check that the engine can run now, claimed or not, of what isn't waived. */
export const rechecks = (dialect: Dialect, state: Work, unit?: string): readonly Recheck[] => [
  ...rechecksOf(unit ?? "checks", state.options.checks),
  ...criteriaIn(dialect, state, unit).flatMap((one) => {
    const { check } = one.criterion;
    const run = check === null ? null : runOf(check, state.options.timeout_s);
    return check === null || run === null || !isCounted(one.unit, one.criterion)
      ? []
      : [{ unit: one.unit.id, number: one.number, check: run, judge: judgeOf(check) }];
  }),
];
const judgeOf =
  (check: Check): Recheck["judge"] =>
  (proof) => {
    const { passed, captured, why } = judge(check, proof);
    return { passed: passed || captured, why: why ?? (captured ? "captured" : "passed") };
  };
