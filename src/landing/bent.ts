// Files affecting checks that a run's work changed, shown beside each proof that rests on a program.
import { firstOf } from "../core/words/how-many.ts";
import type { Event } from "../core/protocol.ts";
import { oneLine } from "../core/words/quote.ts";
import type { Recorded } from "../core/row.ts";
import type { Criterion } from "../core/view.ts";
import { isWorkEvent } from "./events.ts";

const mostNamed = 5;
const words = "files that checks go by";

/** Distinct paths, by the unit whose work changed them. */
const byUnit = (log: readonly Recorded<Event>[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, Set<string>>();
  for (const event of log)
    if (isWorkEvent(event) && event.type === "WorkTaken") {
      const own = all.get(event.data.unit) ?? new Set();
      for (const path of event.data.bent ?? []) own.add(path);
      all.set(event.data.unit, own);
    }
  return all;
};

/** Distinct paths, each unit's in the order of their weight. */
export const bentBy = (log: readonly Recorded<Event>[]): readonly string[] =>
  [...new Set([...byUnit(log).values()].flatMap((own) => [...own]))].map((path) =>
    oneLine(path, 120),
  );

/** A unit that had work of its own names what that changed, any other all of it. Adds nothing if the protocol reports it itself. */
export const withBent = (
  rows: readonly Criterion[],
  log: readonly Recorded<Event>[],
): readonly Criterion[] => {
  const all = bentBy(log);
  if (all.length === 0) return rows;
  const units = byUnit(log);
  return rows.map((row) => {
    const { doubts = [], proof, unit } = row;
    const own = units.get(unit);
    const [whose, bent] = own === undefined ? ["the run's", all] : ["its own", [...own]];
    const doubt = `${whose} work changed ${words}: ${firstOf(
      bent.map((path) => oneLine(path, 120)),
      mostNamed,
    )}`;
    const isProgram = proof !== null && proof.exit !== null;
    return !isProgram || bent.length === 0 || doubts.some((one) => one.includes(words))
      ? row
      : { ...row, doubts: [...doubts, doubt] };
  });
};
