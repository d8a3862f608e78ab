// Evidence of a unit's end (programs, a second agent, a third), beside what was claimed.
import { doubted } from "../../kit/check/hollow.ts";
import { logFold } from "../../kit/log-fold.ts";
import { oneLine } from "../../core/words/quote.ts";
import { byExit, type Recheck } from "../../core/checks/recheck.ts";
import type { Recorded } from "../../core/row.ts";
import type { Criterion } from "../../core/view.ts";
import { checksFor, type NamedCheck } from "./jobs/gates.ts";
import type { IterativeEvent } from "./events.ts";
import type { State, Unit } from "./state.ts";
import { unitOf } from "./units.ts";

/** Name of the run's own gate, which covers all units. */
const final = "final";

type Run = Extract<Recorded<IterativeEvent>, { readonly type: "GateRun" }>;

/** The newest gate of each unit, and of the run itself. */
const newestGates = logFold<Recorded<IterativeEvent>, Map<string | null, Run>>(
  () => new Map(),
  (newest, event) => (event.type === "GateRun" ? newest.set(event.data.unit, event) : newest),
);

/** Gate, consensus and verdict count only together on one content. */
const isStale = ({ content, proofs: { verdict } }: Unit): boolean =>
  verdict !== null && content !== verdict.content;

const statusOf = (unit: Unit, number: number): Criterion["status"] => {
  if (unit.stage === "settled") {
    if (unit.basis === "accepted") return "waived";
    return unit.basis === "adopted" ? "unproved" : isStale(unit) ? "stale" : "proved";
  }
  const judged = unit.judged[number - 1];
  return judged !== undefined && !judged.met ? "failed" : unit.seq > 0 ? "unproved" : "bare";
};

const said = (unit: Unit, number: number): string | null => {
  const judged = unit.judged[number - 1];
  if (judged !== undefined)
    return `[claim of its verifier] ${judged.met ? "met" : "not met"}${judged.how === "" ? "" : `: ${oneLine(judged.how)}`}`;
  if (unit.basis === "adopted") return "[found, not witnessed] done, not proven here";
  return unit.lastDid === null ? null : `[claim of its last pass] ${oneLine(unit.lastDid)}`;
};

const agreement = ({ proofs: { gate, consensus, verdict } }: Unit): string | null => {
  const parts = [
    gate === null ? null : `gate ${gate.n}`,
    consensus === null ? null : `confirmed by ${oneLine(consensus.holder, 60)}`,
    verdict === null ? null : `verified by ${oneLine(verdict.holder, 60)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
};

const criterionRow = (unit: Unit, text: string, number: number): Criterion => {
  const { verdict } = unit.proofs;
  return {
    unit: unit.id,
    number,
    text,
    counts: true,
    status: statusOf(unit, number),
    check: agreement(unit),
    chosenBy: null,
    proof:
      verdict === null
        ? null
        : {
            exit: null,
            tree:
              unit.touchedAll || unit.files.length + (unit.output === null ? 0 : 1) === 0
                ? (unit.proofs.gate?.tree ?? null)
                : null,
            at: verdict.at,
            by: oneLine(verdict.holder, 60),
            digest: null,
            excerpt: "",
          },
    before: null,
    claim: said(unit, number),
    waived: unit.accepted === null ? null : `by ${unit.accepted.by}: ${unit.accepted.reason}`,
  };
};

/** The programs of a gate, numbered after the criteria. */
const gateRow = (
  unit: string,
  { name, check }: NamedCheck,
  number: number,
  run: Run | undefined,
): Criterion => {
  const ran = run?.data.checks.find((one) => one.name === name) ?? null;
  return {
    unit,
    number,
    text: `gate ${name}`,
    counts: false,
    status:
      ran === null
        ? "bare"
        : ran.passed
          ? ran.hollow === true
            ? "unproved"
            : "captured"
          : "failed",
    check: "argv" in check ? check.argv.join(" ") : check.read,
    chosenBy: null,
    proof:
      ran === null || run === undefined
        ? null
        : {
            exit: ran.exit,
            tree: run.data.tree,
            at: run.at,
            by: "engine",
            digest: ran.digest,
            excerpt: ran.excerpt,
          },
    before: null,
    claim: null,
    waived: null,
    ...doubted(ran),
  };
};

const unitRows = (
  state: State,
  log: readonly Recorded<IterativeEvent>[],
  unit: Unit,
): readonly Criterion[] => {
  const run = newestGates(log).get(unit.id);
  return [
    ...unit.criteria.map((text, index) => criterionRow(unit, text, index + 1)),
    ...checksFor(state, [unit]).map((named, index) =>
      gateRow(unit.id, named, unit.criteria.length + index + 1, run),
    ),
  ];
};

/** Criteria and gates of each unit in order, then the final gates. */
export const evidence = (
  state: State,
  log: readonly Recorded<IterativeEvent>[],
  unit?: string,
): readonly Criterion[] => [
  ...state.units
    .filter(({ id }) => unit === undefined || id === unit)
    .flatMap((one) => unitRows(state, log, one)),
  ...(unit === undefined || unit === final
    ? checksFor(state, state.units).map((named, index) =>
        gateRow(final, named, index + 1, newestGates(log).get(null)),
      )
    : []),
];

/** The gates of one unit, or of all units: each program once. */
export const rechecks = (state: State, unit?: string): readonly Recheck[] => {
  const one = unit === undefined ? null : unitOf(state, unit);
  const from = one === null ? 0 : one.criteria.length;
  if (unit !== undefined && unit !== final && one === null) return [];
  return checksFor(state, one === null ? state.units : [one]).map(({ check }, index) => ({
    unit: one?.id ?? final,
    number: from + index + 1,
    check,
    judge: byExit,
  }));
};
