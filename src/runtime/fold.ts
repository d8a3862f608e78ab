// Folds of runs: state from the ledger only (ARCHITECTURE, invariant 1), cached and stored as snapshots.
import type { Card, Draft, Path, Recorded, Row, Time } from "../core/row.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Engine } from "./engine.ts";
import { errorText } from "../core/error-text.ts";
import type { Job } from "../core/job.ts";
import { parsed } from "../core/json/parsed.ts";
import type { Protocol, Sender } from "../core/protocol.ts";
import { isRecord } from "../core/json/record.ts";
import { Fault } from "../core/refusal.ts";

/** A run's state at a version, and what the next event must follow. */
export type Folded = {
  readonly protocol: Protocol;
  /** As in the run's card: fixed at its start. */
  readonly root: Path;
  readonly origin: string | null;
  readonly state: unknown;
  readonly version: number;
  readonly head: string;
  readonly at: Time | null;
  /** The version of the last stored snapshot. */
  readonly kept: number;
};
export type Folds = {
  /** The newest state; null: no such run. */
  newest(run: string): Promise<Folded | null>;
  /** The newest state known from the last access; undefined: none yet. No I/O. */
  known(run: string): Folded | undefined;
  /** Stores the state after an append of ours. */
  put(run: string, folded: Folded): void;
  forget(run: string): void;
};

const isSender = (value: unknown): value is Sender =>
  typeof value === "object" && value !== null && "kind" in value && "name" in value;

/** A run's events come from few senders. */
const mostSenders = 64;
const senders = new Map<string, unknown>();
const senderOf = (text: string): unknown => {
  const known = senders.get(text);
  if (known !== undefined) return known;
  if (senders.size >= mostSenders) senders.clear();
  const by: unknown = JSON.parse(text);
  senders.set(text, by);
  return by;
};

/** Parses a row for the rules; a Fault if its texts aren't JSON, which means damage. */
export const recorded = (row: Draft): Recorded => {
  try {
    const by = senderOf(row.by);
    const data: unknown = JSON.parse(row.data);
    if (isSender(by))
      return { type: row.type, data, version: row.version, at: row.at, by, cause: row.cause };
  } catch {
    // reported below, with the remedy
  }
  throw new Fault(
    "LEDGER_DAMAGED",
    `event ${row.version} of run ${row.run} can't be read`,
    "`cairn verify` names what was damaged",
  );
};

/** Default number of events between snapshots. */
export const snapshotEvery = 1_000;

type Snapshot = { readonly head: string; readonly at: Time; readonly state: unknown };
const readSnapshot = (text: string): Snapshot | null => {
  const value = parsed(text);
  if (!isRecord(value) || !("state" in value)) return null;
  const { head, at, state } = value;
  return typeof head === "string" && typeof at === "string" ? { head, at, state } : null;
};

export const snapshotText = ({ head, at, state }: Folded): string =>
  JSON.stringify({ head, at, state });
/** A snapshot that other code folded has another key, so it is never used. */
export const snapshotKey = ({ edition }: Engine, { name }: Protocol): string =>
  `${name} ${edition(name)}`;

/** Machines that share a ledger may run different versions: rules may meet unknown events. */
const evolved = ({ protocol }: Folded, state: unknown, row: Row): unknown => {
  const event = recorded(row);
  try {
    return protocol.evolve(state, event);
  } catch (error) {
    throw new Fault(
      "EVENTS_UNREADABLE",
      `the rules of ${protocol.name} can't read event ${row.version} (${row.type.slice(0, 60)}) of run ${row.run}: ${errorText(error)}`,
      "a newer cairn may have written it: update this one; else it was forged, and `cairn verify` tells more",
      error,
    );
  }
};

/**
 * Continues a fold; `until` stops after that version. null: the ledger has another event there, or
 * none, because it was restored from a backup. Faults: LEDGER_DAMAGED, EVENTS_UNREADABLE.
 */
const goOn = async (
  engine: Engine,
  run: string,
  from: Folded,
  until = Number.MAX_SAFE_INTEGER,
): Promise<Folded | null> => {
  let { state, version, head, at } = from;
  let met = version === 0;
  const folded = (): Folded =>
    version === from.version ? from : { ...from, state, version, head, at };
  for await (const rows of pagesOf(engine.ledger, run, Math.max(0, version - 1))) {
    for (const row of rows) {
      if (!met && row.hash !== head) return null;
      if (row.version > until) return folded();
      if (met) state = evolved(from, state, row);
      met = true;
      ({ version, hash: head, at } = row);
    }
  }
  return met ? folded() : null;
};

/** Like `goOn`, with events that were just read. */
export const foldOn = async (
  engine: Engine,
  run: string,
  from: Folded,
  until?: number,
): Promise<Folded> => (await goOn(engine, run, from, until)) ?? from;

export const jobIn = (
  { protocol, state }: Pick<Folded, "protocol" | "state">,
  key: string,
): Job | undefined => protocol.jobs(state).find((job) => job.key === key);

export const emptyFold = (protocol: Protocol, root: Path, origin: string | null): Folded => ({
  protocol,
  root,
  origin,
  state: null,
  version: 0,
  // Computed when version 1 is written: folding loads no hashes.
  head: "",
  at: null,
  kept: 0,
});

export const protocolOf = async (engine: Engine, card: Card): Promise<Protocol> => {
  const protocol = await engine.protocol(card.protocol);
  if (protocol !== undefined) return protocol;
  throw new Fault(
    "PROTOCOL_UNKNOWN",
    `run ${card.run} is of protocol ${card.protocol}, which this program doesn't know`,
    "a newer cairn wrote it: update this one",
  );
};

export const createFolds = (engine: Engine): Folds => {
  const known = new Map<string, Folded>();

  const first = async (run: string, snapshots: boolean): Promise<Folded | null> => {
    const card = (await engine.ledger.runs({ run }))[0];
    if (card === undefined) return null;
    const protocol = await protocolOf(engine, card);
    const kept = snapshots
      ? await engine.ledger.snapshot(run, snapshotKey(engine, protocol))
      : null;
    const snapshot = kept === null ? null : readSnapshot(kept.text);
    if (kept === null || snapshot === null || kept.version > card.version)
      return emptyFold(protocol, card.root, card.origin);
    return {
      protocol,
      root: card.root,
      origin: card.origin,
      version: kept.version,
      kept: kept.version,
      ...snapshot,
    };
  };

  const latest = async (run: string): Promise<Folded | null> => {
    const from = known.get(run) ?? (await first(run, true));
    if (from === null) return null;
    const folded = await goOn(engine, run, from);
    if (folded !== null) return folded;
    known.delete(run);
    const anew = await first(run, false);
    return anew === null ? null : foldOn(engine, run, anew);
  };

  const keep = (run: string, folded: Folded): Folded => {
    if (
      folded.version - folded.kept < (engine.snapshotEvery ?? snapshotEvery) ||
      folded.state === null
    )
      return folded;
    const text = snapshotText(folded);
    // A cache: errors only cost a longer fold next time.
    engine.ledger
      .keep(run, snapshotKey(engine, folded.protocol), folded.version, text)
      .catch(() => undefined);
    return { ...folded, kept: folded.version };
  };

  return {
    async newest(run) {
      const found = await latest(run);
      if (found === null || found.version === 0) return null;
      const folded = keep(run, found);
      known.set(run, folded);
      return folded;
    },
    known: (run) => known.get(run),
    put: (run, folded) => void known.set(run, keep(run, folded)),
    forget: (run) => void known.delete(run),
  };
};

/** Few enough for rows to be dropped before they are moved to the old generation. */
const pageSize = 1_000;

/** A run's rows after a version, up to `until` or to the newest at the time of the last page. */
export const pagesOf = async function* (
  ledger: Ledger,
  run: string,
  after: number,
  until = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly Row[]> {
  for (let from = after; from < until;) {
    const rows = await ledger.read({ run, after: from, limit: Math.min(pageSize, until - from) });
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    from = rows.at(-1)?.version ?? from;
  }
};

/** All events of a run, or those up to a version or a time. */
export const readLog = async (
  engine: Engine,
  run: string,
  until: number | Time = Number.MAX_SAFE_INTEGER,
): Promise<readonly Recorded[]> => {
  const events: Recorded[] = [];
  const last = typeof until === "number" ? until : undefined;
  for await (const rows of pagesOf(engine.ledger, run, 0, last)) {
    for (const row of rows) {
      if (typeof until === "number" ? row.version > until : row.at > until) return events;
      events.push(recorded(row));
    }
  }
  return events;
};
