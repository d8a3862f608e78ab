// Events of units: what becomes due, is done, and is let go by a person.
import { ofUnit } from "../../core/reports/attempt-end.ts";
import { because } from "../../core/words/quote.ts";
import * as t from "../../kit/schema.ts";
import { finished, isShown, type Unit } from "../unit.ts";
import { change, changeCriterion, find, judgedAnew, type Work } from "../work.ts";
import { byWhom, event, maybe } from "./declare.ts";

const line = ({ unit, reason }: { readonly unit: string; readonly reason: string }): string =>
  `${unit}${because(reason)}`;
const titled = (unit: string, state: Work): string =>
  `${unit}${because(find(state, unit)?.title ?? null)}`;

export const unitDue = event("UnitDue", {
  means: "All that a unit without a worker waits for is over: its checks are due.",
  data: { unit: t.text },
  line: ({ unit }) => unit,
  apply: (state, { unit: id }, { at }) =>
    change(state, id, (unit) => ({
      ...unit,
      status: "claimed",
      checked: null,
      startedAt: unit.startedAt ?? at,
    })),
});
export const unitShown = event("UnitShown", {
  means: "The checks of a unit are green: its judge is due.",
  data: { unit: t.text },
  line: ({ unit }) => unit,
  apply: (state, { unit: id }) => change(state, id, (unit) => ({ ...unit, status: "judged" })),
});
export const unitDone = event("UnitDone", {
  means: "A unit went through its whole course.",
  data: { unit: t.text, reason: t.text },
  line,
  news: { word: "proved", line: ({ unit }, state) => titled(unit, state) },
  ends: ({ unit }) => [ofUnit(unit, "done")],
  broken: (before, { unit: id }) => {
    const unit = find(before, id);
    if (unit === undefined) return `there is no ${id}`;
    const bare = unit.criteria.flatMap((one, at) => (isShown(one) ? [] : [`${id}.${at + 1}`]));
    const isHeld = unit.status === "open" && unit.criteria.every(({ before: was }) => was?.passed);
    return bare.length === 0 || isHeld ? null : `without a proof: ${bare.join(", ")}`;
  },
  apply: (state, { unit: id }, { at }) => change(state, id, (unit) => finished(unit, at)),
});

export const bypassed = event("Bypassed", {
  means:
    "A person let a criterion or a unit go without proof, or left a unit out, by name: what waits for it may start.",
  data: {
    unit: t.text,
    what: t.oneOf(["waived", "skipped"]),
    criterion: t.means("null: the whole unit", t.maybe(t.count)),
    criteria: t.text,
    by: t.text,
    reason: t.text,
    dropped: t.means("its work won't land, so what was proved of it is void", t.flag),
  },
  line: ({ unit, criterion, what, by, reason }) =>
    `${unit}${criterion === null ? "" : ` criterion ${criterion}`} ${what} ${byWhom(by)}${because(reason)}`,
  by: ["person"],
  apply: (state, { unit: id, what, criterion, by, reason, dropped }, { at }) => {
    const waived = { by, reason, at };
    const next =
      criterion === null
        ? change(state, id, (unit) => ({
            ...unit,
            status: what === "skipped" ? "skipped" : "failed",
            waived,
            trouble: null,
            completedAt: unit.completedAt ?? at,
            criteria: dropped
              ? unit.criteria.map((one) => ({ ...one, proof: null }))
              : unit.criteria,
          }))
        : changeCriterion(state, id, criterion, (one) => ({ ...one, waived }));
    return { ...next, bypasses: [...next.bypasses, { what, unit: id, criterion, ...waived }] };
  },
});

/** A person's note is told to the next worker, after what the last one came to. */
const withNote = ({ returned, begun: n }: Unit, reason: string): Unit["returned"] => {
  if (reason === "") return returned;
  return returned === null
    ? { n, kind: "person", reason }
    : { ...returned, reason: `${returned.reason}\n${reason}` };
};
/** A failed unit is open again; tries count anew, and so do those of a judge. */
export const triedAgain = (unit: Unit): Unit => ({
  ...unit,
  ...(unit.status === "failed" && unit.waived === null
    ? { status: "open", completedAt: null, checked: null }
    : {}),
  tries: 0,
  trouble: null,
  judging: { ...unit.judging, mute: 0 },
});
export const unitRetried = event("UnitRetried", {
  means: "A person gave a unit new tries, or its judge.",
  data: { unit: t.text, reason: t.text },
  line,
  news: "again",
  by: ["person"],
  apply: (state, { unit: id, reason }) =>
    change(state, id, (unit) => ({
      ...triedAgain(unit),
      ...(unit.status === "failed"
        ? { returned: withNote(unit, reason) }
        : // Its judge or its agent's server was at fault: its own tries count on.
          { tries: unit.tries }),
    })),
});
export const unitReopened = event("UnitReopened", {
  means: "A unit that was done is to be done again.",
  data: { unit: t.text, reason: t.text, whole: maybe },
  line,
  news: "again",
  ends: ({ unit, reason }) => [ofUnit(unit, "returned", reason)],
  by: ["person", "engine", "file"],
  apply: (state, { unit: id, reason, whole }, { by }) => ({
    ...change(judgedAnew(state, whole), id, (unit) => ({
      ...unit,
      status: "open",
      tries: 0,
      checked: null,
      waived: null,
      adopted: false,
      completedAt: null,
      returned: { n: unit.begun, kind: by.kind, reason },
    })),
    end: state.end?.is === "complete" ? null : state.end,
  }),
});
