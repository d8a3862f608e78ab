// Files affecting checks that a run's work changed, shown beside each proof that rests on a program.
import { firstOf } from "../core/how-many.ts";
import type { Event } from "../core/protocol.ts";
import { oneLine } from "../core/quote.ts";
import type { Recorded } from "../core/row.ts";
import type { Criterion } from "../core/view.ts";
import { isWorkEvent } from "./events.ts";

const mostNamed = 5;
const words = "files that checks go by";

/** Distinct paths. */
export const bentBy = (log: readonly Recorded<Event>[]): readonly string[] => {
  const all = log
    .filter(isWorkEvent)
    .flatMap((event) => (event.type === "WorkTaken" ? (event.data.bent ?? []) : []));
  return [...new Set(all)].map((path) => oneLine(path, 120));
};

/** Adds nothing if the protocol reports it itself. */
export const withBent = (
  rows: readonly Criterion[],
  log: readonly Recorded<Event>[],
): readonly Criterion[] => {
  const bent = bentBy(log);
  if (bent.length === 0) return rows;
  const doubt = `the run's work changed ${words}: ${firstOf(bent, mostNamed)}`;
  return rows.map((row) => {
    const { doubts = [], proof } = row;
    const isProgram = proof !== null && proof.exit !== null;
    return !isProgram || doubts.some((one) => one.includes(words))
      ? row
      : { ...row, doubts: [...doubts, doubt] };
  });
};
