// Why: a unit begins and begins again alike, and is changed in one way.
import type { Recorded } from "../../../core/row.ts";
import type { IterativeEvents } from "../messages.ts";
import type { Counters, Described, Desk, Final, Proofs, State, Unit, UnitId } from "../state.ts";

export type Happened<K extends keyof IterativeEvents> = Recorded<IterativeEvents[K]>;
export type Evolve<K extends keyof IterativeEvents> = (state: State, event: Happened<K>) => State;

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
  uncommitted: [],
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

/** A unit that isn't there is left out. */
export const changeUnit = (state: State, id: UnitId, change: (unit: Unit) => Unit): State => ({
  ...state,
  units: state.units.map((unit) => (unit.id === id ? change(unit) : unit)),
});
