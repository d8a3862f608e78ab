// Evidence of a run: proof and claim side by side for each criterion, and its checks to be run again.
import { doubted } from "../core/hollow.ts";
import { oneLine } from "../core/quote.ts";
import type { Recheck } from "../core/recheck.ts";
import type { Criterion as Row } from "../core/view.ts";
import { rechecksOf } from "../kit/checks.ts";
import { checkText, cut, judge, runOf } from "./check.ts";
import { isCounted, statusOf } from "./counts.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import { type Check, type Criterion, isRunnable, type Unit, type Waiver } from "./unit.ts";
import type { Work } from "./work.ts";

/** Units with something to show: those of the plan, without planning itself. */
export const planned = (dialect: Dialect, state: Work): readonly Unit[] =>
  state.units.filter((unit) => kindOf(dialect, unit).planning !== true);
const unitsOf = (dialect: Dialect, state: Work, id: string | undefined): readonly Unit[] =>
  planned(dialect, state).filter((unit) => id === undefined || unit.id === id);

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

/** The check with all of its expectations. */
const checkWords = (check: Check): string =>
  [
    checkText(check),
    ...(check.match === undefined ? [] : [`with ${JSON.stringify(check.match)} in it`]),
    ...(check.exit === undefined || check.exit === 0 ? [] : [`exit ${check.exit} expected`]),
  ].join(", ");

/** What was found in an adopted folder is a claim, because this run didn't observe it. */
const claimOf = ({ found }: Unit, { text, claim, proof }: Criterion): string | null => {
  const judged =
    proof?.by === "judge" || (proof?.by === "engine" && proof.name !== "engine")
      ? `[judged by ${oneLine(proof.name, 40)}] ${proof.passed ? "met" : "unmet"}`
      : null;
  const old = found.find(({ criteria }) => criteria === text);
  const said =
    claim !== null
      ? `[claim by ${oneLine(claim.by, 40)}] ${cut(claim.text)}`
      : old === undefined
        ? null
        : `[found, not witnessed] ${old.output}`;
  return judged === null ? said : [judged, ...(said === null ? [] : [said])].join("\n");
};

const waivedWords = (waiver: Waiver | null): string | null =>
  waiver === null ? null : `by ${waiver.by}: ${waiver.reason}`;
/** The bypass that left it out. */
const skipOf = ({ bypasses }: Work, { id, status }: Unit): Waiver | null =>
  status === "skipped"
    ? (bypasses.findLast(({ what, unit }) => what === "skipped" && unit === id) ?? null)
    : null;

const rowOf = (state: Work, unit: Unit, criterion: Criterion, at: number): Row => ({
  unit: unit.id,
  number: at + 1,
  text: criterion.text,
  counts: isCounted(unit, criterion),
  status: statusOf(unit, criterion),
  check:
    criterion.check === null
      ? state.options.checks.map(({ name }) => name).join(", ") || null
      : checkWords(criterion.check),
  chosenBy: criterion.chosenBy,
  proof: proofOf(criterion),
  before: criterion.before?.passed ?? null,
  claim: claimOf(unit, criterion),
  waived: waivedWords(criterion.waived ?? unit.waived ?? skipOf(state, unit)),
  ...doubted(
    criterion.proof === null
      ? null
      : { ...criterion.proof, held: criterion.proof.held ?? undefined },
  ),
  ...(criterion.check === null ? doubted(unit.shared.find(({ hollow }) => hollow)) : {}),
});

/** Needs only the state, not the log. */
export const evidenceRows = (dialect: Dialect, state: Work, unit?: string): readonly Row[] =>
  unitsOf(dialect, state, unit).flatMap((one) =>
    one.criteria.map((criterion, at) => rowOf(state, one, criterion, at)),
  );

/** Every check that the engine can run now, claimed or not, of what isn't waived. */
export const rechecks = (dialect: Dialect, state: Work, unit?: string): readonly Recheck[] => [
  ...rechecksOf(unit ?? "checks", state.options.checks),
  ...ownRechecks(dialect, state, unit),
];
const ownRechecks = (dialect: Dialect, state: Work, unit?: string): readonly Recheck[] =>
  unitsOf(dialect, state, unit).flatMap((one) =>
    one.criteria.flatMap((criterion, at) => {
      const { check } = criterion;
      if (!isRunnable(check) || !isCounted(one, criterion)) return [];
      const run = runOf(check, state.options.timeout_s);
      return run === null
        ? []
        : [
            {
              unit: one.id,
              number: at + 1,
              check: run,
              judge: (proof) => {
                const { passed, captured, why } = judge(check, proof);
                return {
                  passed: passed || captured,
                  why: why ?? (captured ? "captured" : "passed"),
                };
              },
            },
          ];
    }),
  );
