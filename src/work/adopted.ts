// A folder that was found, as understood by a dialect's reader, and the run that begins with it.
import * as t from "../kit/schema.ts";
import { unknownKeys } from "../kit/extras.ts";
import { type Draft, draftShape, foundEvidence, type Unit, unitOf } from "./unit.ts";
import type { Options } from "./options.ts";
import { begun, firstPlan, type Work } from "./work.ts";

const maybe = t.maybe(t.text);
/** A unit as found. Nothing of it is believed: `done` is shown as not proved here. */
export const foundUnit = t.record({
  ...draftShape.entries,
  status: t.oneOf(["open", "done", "failed"]),
  worker: maybe,
  found: t.list(foundEvidence),
  startedAt: maybe,
  completedAt: maybe,
});
export const foundRun = t.record({
  goal: t.text,
  units: t.list(foundUnit),
  /** Its plan was at work already. */
  approved: t.flag,
  round: t.wholeFrom(1),
  end: t.maybe(
    t.record({
      is: t.oneOf(["complete", "failed", "cancelled"]),
      reason: t.text,
      at: maybe,
    }),
  ),
  extras: t.list(t.record({ file: t.text, pointer: t.text, entries: unknownKeys })),
  /** The dialect's own. */
  more: t.byName(t.anything),
  startedAt: maybe,
});
export type FoundRun = t.Of<typeof foundRun>;
export type FoundUnit = FoundRun["units"][number];
/** Nothing else is told of it. */
export const asFound = (draft: Draft, status: FoundUnit["status"]): FoundUnit => ({
  ...draft,
  status,
  worker: null,
  found: [],
  startedAt: null,
  completedAt: null,
});
type Adoption = {
  readonly run: string;
  readonly found: FoundRun;
  readonly options: Options;
  readonly base: Work["base"];
  readonly corrections: readonly string[];
  readonly digests: Readonly<Record<string, string>>;
};

const unitFound = ({ criteria, ...found }: FoundUnit): Unit => ({
  ...unitOf({ ...found, criteria }),
  ...found,
  adopted: found.status === "done",
});

/** @param at when it was adopted; what the folder says of times comes first */
export const adoptedWork = (
  { found: { approved, ...found }, corrections, digests, ...where }: Adoption,
  at: string,
): Work => ({
  ...begun(at),
  ...where,
  ...found,
  units: found.units.map(unitFound),
  plan: { ...firstPlan, ...(approved ? { rev: 1, state: "approved" } : {}) },
  firstRound: found.round,
  documents: digests,
  adopted: corrections,
  end: found.end === null ? null : { ...found.end, at: found.end.at ?? at },
  startedAt: found.startedAt ?? at,
});
