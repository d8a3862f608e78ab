// One-line summaries of log events for lists, in the words of the run's protocol.
import { isSender, sender, type Teller, tellerOf } from "../../core/words/event-line.ts";
import { parsed } from "../../core/json/parsed.ts";
import type { Recorded, Row } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import type { LogLine } from "../answers.ts";

/** In characters. */
const mostTold = 600;

/** Parses a row. A damaged row is shown as far as readable: `cairn verify` reports it. */
export const recordedOf = ({ type, data, by, version, at, cause }: Row): Recorded => {
  const who = parsed(by);
  return {
    type,
    data: parsed(data) ?? null,
    by: isSender(who) ? who : { kind: "recovery", name: "unreadable" },
    version,
    at,
    cause,
  };
};

export const lineOf = (row: Row, tell: Teller): LogLine => {
  const event = recordedOf(row);
  return {
    seq: row.seq,
    run: row.run,
    version: row.version,
    type: row.type,
    at: row.at,
    by: sender(event.by),
    told: tell(event).slice(0, mostTold),
    job: event.by.job ?? null,
    fence: event.by.fence ?? null,
  };
};

/** A run's protocol never changes, so it is read once. */
export const createLines = (
  system: Pick<System, "runs" | "protocol">,
): ((rows: readonly Row[]) => Promise<readonly LogLine[]>) => {
  const known = new Map<string, Teller>();
  const tellerFor = async (run: string): Promise<Teller> => {
    const seen = known.get(run);
    if (seen !== undefined) return seen;
    const [card] = await system.runs({ run });
    if (card === undefined) return tellerOf({});
    const tell = tellerOf(await system.protocol(card.protocol));
    known.set(run, tell);
    return tell;
  };
  return async (rows) => {
    const lines: LogLine[] = [];
    for (const row of rows) lines.push(lineOf(row, await tellerFor(row.run)));
    return lines;
  };
};
