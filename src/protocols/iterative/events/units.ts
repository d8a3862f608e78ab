// Events of units in the plan: changes, limits, what stops them and what brings them back.
import { ofUnit } from "../../../core/reports/attempt-end.ts";
import { howMany } from "../../../core/words/how-many.ts";
import { because, oneLine } from "../../../core/words/quote.ts";
import * as t from "../../../kit/schema.ts";
import { changeUnit, freshUnit, noCounters, noProofs, unjudged } from "../evolve/change.ts";
import { edited } from "../evolve/plan.ts";
import { settlingBroken } from "../proofs.ts";
import * as s from "../shapes.ts";
import type { State, Unit } from "../state.ts";
import { gapOf, unitOf } from "../units.ts";
import { event } from "./declare.ts";

export const unitAdded = event("UnitAdded", {
  means: "A unit joined the plan: by a person, or to mend an issue of the review's.",
  data: { unit: s.described, gap: t.maybe(s.issue) },
  line: ({ unit, gap }) => `${unit.id}, ${oneLine(unit.title, 80)}${because(gap?.problem ?? null)}`,
  apply: (state, { unit, gap }) => {
    const gaps = gap === null ? [] : [gapOf(gap)];
    const added = { ...freshUnit(unit), gaps, reopened: state.skipped };
    return { ...state, units: [...state.units, added] };
  },
});

export const unitEdited = event("UnitEdited", {
  means: "A unit was changed; what was proved of it is void.",
  data: { unit: s.unit, changes: s.describedChanges },
  line: ({ unit, changes }) => `${unit}, ${Object.keys(changes).join(", ")}`,
  apply: (state, data) => changeUnit(state, data.unit, (unit) => edited(unit, data.changes)),
});

export const unitDropped = event("UnitDropped", {
  means: "A unit was taken out of the plan.",
  data: { unit: s.unit, reason: t.text },
  line: ({ unit, reason }) => `${unit}${because(reason)}`,
  by: ["person", "file"],
  apply: (state, { unit: id, reason }) => ({
    ...state,
    units: state.units
      .filter((unit) => unit.id !== id)
      .map((unit) =>
        unit.depends.includes(id)
          ? { ...unit, depends: unit.depends.filter((one) => one !== id) }
          : unit,
      ),
    dropped: [...state.dropped, { id, title: unitOf(state, id)?.title ?? "", reason }],
  }),
});

export const limitSet = event("LimitSet", {
  means: "A person changed how many iterations a unit may take.",
  data: { unit: s.unit, from: t.count, to: t.count },
  line: ({ unit, from, to }) => `${unit}, ${from} to ${to}`,
  // Early ledgers contain limits, drops and answers by file edits.
  by: ["person", "file"],
  apply: (state, data) => changeUnit(state, data.unit, (unit) => ({ ...unit, max: data.to })),
});

export const unitSettled = event("UnitSettled", {
  means: "Gate, consensus and verdict agree on one content: the unit is done.",
  data: { unit: s.unit },
  line: ({ unit }) => unit,
  // Includes the title, because an id alone means nothing to people.
  news: {
    word: "proved",
    line: ({ unit }, state) => `${unit}${because(unitOf(state, unit)?.title ?? null)}`,
  },
  ends: ({ unit }) => [ofUnit(unit, "done")],
  broken: settlingBroken,
  apply: (state, data, { at }) =>
    changeUnit(state, data.unit, (unit) => ({
      ...unit,
      stage: "settled",
      basis: "proven",
      completedAt: at,
      gaps: [],
      remaining: null,
      counters: noCounters,
    })),
});

export const unitAccepted = event("UnitAccepted", {
  means: "A person took the unit as done with known gaps: a bypass.",
  data: { unit: s.unit, gaps: t.list(s.gap), reason: t.text },
  line: ({ unit, gaps, reason }) =>
    `${unit}, ${howMany(gaps.length, "known gap")}${because(reason)}`,
  by: ["person"],
  apply: (state, data, { at, by }) => ({
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
});

export const unitStuck = event("UnitStuck", {
  means: "The unit cannot go on by itself: a person is asked.",
  data: { unit: s.unit, kind: s.stuckKind, reason: t.text, back: s.stage },
  line: ({ unit, kind, reason }) => `${unit}, ${kind}${because(reason)}`,
  news: "waits",
  apply: (state, data) =>
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
});

/** A skip is an answer, too: the next question gets a new number. */
const skipped = (unit: Unit): Unit => ({
  ...unit,
  stuckCount: unit.stuckCount + 1,
  stuck: unit.stuck === null ? null : { ...unit.stuck, n: unit.stuckCount + 1, skipped: true },
  counters: noCounters,
});

export const unitAnswered = event("UnitAnswered", {
  means: "A person said how a stuck unit goes on.",
  data: {
    unit: s.unit,
    option: s.unitOption,
    text: t.text,
    to: t.means("the stage that it goes to", s.stage),
    base: t.optional(t.means("the work as a person found it who steps in", s.moment)),
  },
  line: ({ unit, option, text }) => `${unit}, ${option}${because(text)}`,
  by: ["person", "file"],
  // After a skip, an answer resumes the unit.
  apply: (state, { unit: id, option, to, base }) =>
    changeUnit(state, id, (unit) => {
      if (option === "skip") return skipped(unit);
      const again = { ...unit, counters: noCounters, restless: false, notBefore: null };
      // Accepted or dropped by an event of its own.
      if (option === "accept" || option === "drop") return again;
      return {
        ...again,
        stage: to,
        stuck: null,
        stepped: base ?? null,
        variant: option === "fresh" ? "first" : option === "unblock" ? "later" : unit.variant,
        reopened: unit.reopened || state.skipped,
      };
    }),
});

const undone = (unit: Unit): Unit => ({
  ...unit,
  proofs: noProofs,
  basis: null,
  accepted: null,
  completedAt: null,
  variant: "later",
  restless: false,
});

/** Invalidates what depends on the unit being done. */
const reopenedIn = (state: State): State => ({ ...unjudged(state), delivery: null });

export const unitReopened = event("UnitReopened", {
  means: "A unit that was done is worked on again.",
  data: {
    unit: s.unit,
    gap: t.maybe(s.gap),
    reason: t.text,
    commits: t.optional(
      t.means("of the unit, newest first, as `abc1234: subject`; at most 50", t.texts),
    ),
  },
  line: ({ unit, gap, reason, commits = [] }) =>
    `${unit}${because(gap?.problem ?? reason)}${commits.length === 0 ? "" : `; its commits, newest first: ${oneLine(commits.join(", "), 2_000)}`}`,
  news: "again",
  ends: ({ unit, gap, reason }) => [ofUnit(unit, "returned", gap?.problem ?? reason)],
  apply: (state, { unit: id, gap, reason }) =>
    reopenedIn(
      changeUnit(state, id, (unit) => {
        const gaps = gap === null ? unit.gaps : [...unit.gaps, gap];
        return {
          ...undone(unit),
          stage: unit.pass === null ? "work" : unit.stage,
          stuck: null,
          reopened: true,
          gaps,
          remaining: gap === null ? reason : gaps.map(({ problem }) => problem).join("; "),
        };
      }),
    ),
});

export const unitDemoted = event("UnitDemoted", {
  means: "The work that was recorded is gone: the unit went back.",
  data: { unit: s.unit, from: s.stage, to: s.stage, why: t.text },
  line: ({ unit, from, to, why }) => `${unit}, ${from} to ${to}${because(why)}`,
  apply: (state, data) =>
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
});
