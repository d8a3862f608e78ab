// Cache of run logs: rows never change, only new ones are read.
import type { Recorded, Row } from "../../core/row.ts";
import type { Engine } from "../engine.ts";
import { pagesOf, recorded } from "../fold.ts";

/** The events of a run up to a version. */
export type Logs = (run: string, until: number) => Promise<readonly Recorded[]>;

/** Limits in events, a large one counting once per 2 KiB of its data. `together`: of all runs, about a hundred megabytes; the last requested run is kept beyond that. `longest`: longer logs aren't cached. */
type LogLimits = { readonly together: number; readonly longest: number };
const limits: LogLimits = { together: 50_000, longest: 250_000 };

const weightOf = ({ data }: Pick<Row, "data">): number => 1 + Math.floor(data.length / 2_048);

/** `head`: the hash of the last event, which covers all earlier ones. */
type Known = {
  readonly events: readonly Recorded[];
  readonly weight: number;
  readonly head: string;
};
const nothing: Known = { events: [], weight: 0, head: "" };

export const createLogs = (
  { ledger }: Pick<Engine, "ledger">,
  { together, longest } = limits,
): Logs => {
  /** Ordered by last access. */
  const known = new Map<string, Known>();

  const keep = (run: string, log: Known): void => {
    known.delete(run);
    known.set(run, log);
    let kept = [...known.values()].reduce((sum, { weight }) => sum + weight, 0);
    for (const [other, { weight }] of known) {
      if (kept <= together || (other === run && weight <= longest)) return;
      known.delete(other);
      kept -= weight;
    }
  };

  /** Appends new events to the cached ones; null: the ledger's history differs. */
  const readOn = async (run: string, from: Known): Promise<Known | null> => {
    const fresh: Recorded[] = [];
    let { head, weight } = from;
    // Rereads the last cached row: its hash shows that no earlier row changed.
    let next = Math.max(1, from.events.length);
    for await (const rows of pagesOf(ledger, run, next - 1))
      for (const row of rows) {
        if (row.version !== next || (next === from.events.length && row.hash !== head)) return null;
        if (next > from.events.length) {
          fresh.push(recorded(row));
          weight += weightOf(row);
        }
        next += 1;
        head = row.hash;
      }
    if (next <= from.events.length) return null;
    return fresh.length === 0 ? from : { events: [...from.events, ...fresh], weight, head };
  };

  return async (run, until) => {
    const from = known.get(run) ?? nothing;
    const log = (await readOn(run, from)) ?? (await readOn(run, nothing)) ?? nothing;
    keep(run, log);
    return log.events.length > until ? log.events.slice(0, until) : log.events;
  };
};
