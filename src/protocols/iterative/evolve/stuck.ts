// Why: a unit leaves its loop and comes back to it only by a person's word, and downwards by what was found lost.
import type { State, Unit } from "../state.ts";
import { changeUnit, type Evolve, type Happened, noCounters, noProofs } from "./change.ts";
import { unjudged } from "./passes.ts";

type Table = {
  readonly [
    K in "UnitStuck" | "UnitAnswered" | "UnitAccepted" | "UnitReopened" | "UnitDemoted"
  ]: Evolve<K>;
};

/** A skip is an answer too: who asks again asks under another number. */
const skipped = (unit: Unit): Unit => ({
  ...unit,
  stuckCount: unit.stuckCount + 1,
  stuck: unit.stuck === null ? null : { ...unit.stuck, n: unit.stuckCount + 1, skipped: true },
  counters: noCounters,
});

const variants: Partial<Record<Happened<"UnitAnswered">["data"]["option"], Unit["variant"]>> = {
  fresh: "first",
  unblock: "later",
};

/** After a skip, an answer takes the unit up again. */
const answered = (
  state: State,
  unit: Unit,
  { option, to, base }: Happened<"UnitAnswered">["data"],
): Unit => {
  if (option === "skip") return skipped(unit);
  const again = { ...unit, counters: noCounters, restless: false, notBefore: null };
  // Taken as done or dropped by an event of its own.
  if (option === "accept" || option === "drop") return again;
  const reopened = unit.reopened || state.skipped;
  return {
    ...again,
    stage: to,
    stuck: null,
    stepped: base ?? null,
    variant: variants[option] ?? unit.variant,
    reopened,
  };
};

const undone = (unit: Unit): Unit => ({
  ...unit,
  proofs: noProofs,
  basis: null,
  accepted: null,
  completedAt: null,
  variant: "later",
  restless: false,
});

/** What rests on the unit's being done is void with it. */
const reopenedIn = (state: State): State => ({ ...unjudged(state), delivery: null });

const reopened = (unit: Unit, { gap, reason }: Happened<"UnitReopened">["data"]): Unit => ({
  ...undone(unit),
  stage: unit.pass === null ? "work" : unit.stage,
  stuck: null,
  reopened: true,
  gaps: gap === null ? unit.gaps : [...unit.gaps, gap],
  remaining: gap === null ? reason : [...unit.gaps, gap].map(({ problem }) => problem).join("; "),
});

export const stuck: Table = {
  UnitStuck: (state, { data }) =>
    changeUnit(state, data.unit, (unit) => ({
      ...unit,
      stage: "stuck",
      stuckCount: unit.stuckCount + 1,
      stuck: {
        n: unit.stuckCount + 1,
        kind: data.kind,
        reason: data.reason,
        back: data.back,
        skipped: false,
      },
    })),
  UnitAnswered: (state, { data }) =>
    changeUnit(state, data.unit, (unit) => answered(state, unit, data)),
  UnitAccepted: (state, { data, at, by }) => ({
    ...changeUnit(state, data.unit, (unit) => ({
      ...unit,
      stage: "settled",
      stuck: null,
      basis: "accepted",
      accepted: { reason: data.reason, by: by.name },
      gaps: data.gaps,
      completedAt: at,
      counters: noCounters,
    })),
    bypasses: [
      ...state.bypasses,
      { what: `${data.unit} accepted with known gaps`, by: by.name, reason: data.reason, at },
    ],
  }),
  UnitReopened: (state, { data }) =>
    reopenedIn(changeUnit(state, data.unit, (unit) => reopened(unit, data))),
  UnitDemoted: (state, { data }) =>
    reopenedIn(
      changeUnit(state, data.unit, (unit) => ({
        ...undone(unit),
        ...(unit.stuck !== null && unit.stage === "stuck"
          ? { stuck: { ...unit.stuck, back: data.to } }
          : { stage: data.to }),
        reopened: true,
        remaining: data.why,
      })),
    ),
};
