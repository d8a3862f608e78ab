// Units, desks and the final judgement when they begin, and changes that several events make.
import { touchedLimit } from "../limits.ts";
import type {
  Counters,
  Described,
  Desk,
  Final,
  PassKind,
  Proofs,
  State,
  Unit,
  UnitId,
} from "../state.ts";
import { livePasses } from "../units.ts";

export const noProofs: Proofs = { gate: null, consensus: null, verdict: null };
export const noCounters: Counters = { unsettled: 0, rejected: 0, still: 0, redGates: 0, voids: 0 };
export const freshDesk: Desk = { n: 1, attempts: 0, rounds: 0, why: null };
export const freshFinal: Final = {
  gates: 0,
  gate: null,
  reviews: 0,
  review: null,
  issues: [],
  asked: 0,
  waits: false,
  minorGaps: [],
  accepted: null,
  restless: false,
};

export const freshUnit = (described: Described): Unit => ({
  ...described,
  stage: "idle",
  stuck: null,
  stuckCount: 0,
  pass: null,
  stepped: null,
  seq: 0,
  used: 0,
  confirmations: 0,
  gates: 0,
  verifications: 0,
  tested: false,
  variant: "first",
  notBefore: null,
  reopened: false,
  remaining: null,
  lastDid: null,
  digests: [],
  content: null,
  touched: [],
  touchedAll: false,
  suspects: [],
  commits: [],
  authors: [],
  gaps: [],
  judged: [],
  minorGaps: [],
  proofs: noProofs,
  basis: null,
  accepted: null,
  completedAt: null,
  counters: noCounters,
  restless: false,
});

/** Missing values keep the previous ones. */
export const changed = <T extends object>(
  before: T,
  given: { readonly [K in keyof T]?: T[K] | undefined } = {},
): T => ({
  ...before,
  ...Object.fromEntries(Object.entries<unknown>(given).filter(([, value]) => value !== undefined)),
});

/** Does nothing if the unit doesn't exist. */
export const changeUnit = (state: State, id: UnitId, change: (unit: Unit) => Unit): State => ({
  ...state,
  units: state.units.map((unit) => (unit.id === id ? change(unit) : unit)),
});

/** Kinds that use an iteration. */
export const isWork = (kind: PassKind): boolean =>
  kind === "work" || kind === "fix" || kind === "revise";

/** A review was requested and hasn't arrived. */
const isReviewOpen = ({ final: { gate, review } }: State): boolean =>
  gate !== null && gate.red.length === 0 && review === null;

/** New work invalidates the final gate, the review and a person's acceptance; a pending review gets a new number. */
export const unjudged = (state: State): State => ({
  ...state,
  reviewer: isReviewOpen(state) ? { ...state.reviewer, n: state.reviewer.n + 1 } : state.reviewer,
  final: { ...state.final, gate: null, review: null, accepted: null, restless: false },
});

/** The live pass that began last; without one, the current unit stays. */
export const currented = (state: State): State => {
  const last = livePasses(state).reduce<Unit | null>(
    (latest, unit) =>
      latest === null || (unit.pass?.at ?? "") >= (latest.pass?.at ?? "") ? unit : latest,
    null,
  );
  const id = last?.id ?? state.current?.unit;
  const unit = state.units.find((one) => one.id === id);
  return unit === undefined
    ? state
    : { ...state, current: { unit: unit.id, iteration: unit.used } };
};

export const touching = (unit: Unit, paths: readonly string[]): Unit => {
  const touched = [...new Set([...unit.touched, ...paths])];
  return {
    ...unit,
    touched: touched.slice(0, touchedLimit),
    touchedAll: unit.touchedAll || touched.length >= touchedLimit,
  };
};
