// One-line summaries of log events for lists, in the words of the run's protocol.
import { eventLine, isSender, sender } from "../../core/words/event-line.ts";
import { parsed } from "../../core/json/parsed.ts";
import type { Protocol } from "../../core/protocol.ts";
import { isRefusal } from "../../core/refusal.ts";
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

export const lineOf = (row: Row, protocol: Protocol | null): LogLine => {
  const event = recordedOf(row);
  return {
    seq: row.seq,
    run: row.run,
    version: row.version,
    type: row.type,
    at: row.at,
    by: sender(event.by),
    told: eventLine(protocol, event).slice(0, mostTold),
    job: event.by.job ?? null,
    fence: event.by.fence ?? null,
  };
};

/** A run's protocol never changes, so it is read once. */
export const createLines = (
  system: Pick<System, "runs" | "protocol">,
): ((rows: readonly Row[]) => Promise<readonly LogLine[]>) => {
  const known = new Map<string, Protocol | null>();
  const protocolOf = async (run: string): Promise<Protocol | null> => {
    const seen = known.get(run);
    if (seen !== undefined) return seen;
    const card = (await system.runs({ run }))[0];
    const found = card === undefined ? null : await system.protocol(card.protocol);
    const protocol = found === null || isRefusal(found) ? null : found;
    if (card !== undefined) known.set(run, protocol);
    return protocol;
  };
  return async (rows) => {
    const lines: LogLine[] = [];
    for (const row of rows) lines.push(lineOf(row, await protocolOf(row.run)));
    return lines;
  };
};
