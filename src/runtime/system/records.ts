// Part of the System: ledger records: runs, their events and leases.
import { newestFirst } from "../../core/newest.ts";
import { oneLine } from "../../core/words/quote.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { Card, Lease, Recorded, Row, Time } from "../../core/row.ts";
import type { Outage, RunFilter } from "../../ledger/ledger.ts";
import { findRun, unknownRun } from "../find.ts";
import type { Titles, Typed } from "../find-missed.ts";
import { readLog } from "../fold.ts";
import { nullOnFault } from "../on-fault.ts";
import type { Loaded, Over } from "../results.ts";
import { withFolded, type Parts, rootOf } from "./parts.ts";

export type Records = {
  runs(filter?: RunFilter): Promise<readonly Card[]>;
  /** By id, unique prefix or natural name; null: the folder's only live run, or the result of `over` if none is live. Refusals RUN_UNKNOWN, RUN_AMBIGUOUS list the candidates, for null as commands if `typed` is given. */
  find(name: string | null, over?: Over, typed?: Typed): Promise<Card | Refusal>;
  load(run: string): Promise<Loaded | Refusal>;
  rows(run: string, after?: number, limit?: number, cause?: string): Promise<readonly Row[]>;
  /** Rows of all runs after a seq; later commits never have lower ones. Default 10,000. */
  rowsAfter(seq: number, limit?: number): Promise<readonly Row[]>;
  /** The ledger server's outage as far as known from requests. null: it answers. */
  outage(): Outage | null;
  /** The seq of the ledger's newest event; 0: none. */
  newestSeq(): Promise<number>;
  log(run: string, until?: number | Time): Promise<readonly Recorded[]>;
  /** Current leases of all runs, including lapsed ones. */
  held(): Promise<readonly Omit<Lease, "token">[]>;
  folder(card: Card): string;
  /** Absolute: its working tree. */
  rootOf(card: Card): string;
  watch(hint: () => void): () => void;
};

/** Of one read, where nothing is said. */
const mostRows = 10_000;
/** Telling a title means reading the run: so many of the newest. */
const mostTitles = 20;
const titlesOf = async (parts: Parts, cards: readonly Card[]): Promise<Titles> => {
  const titles = new Map<string, string>();
  for (const { run } of newestFirst(cards).slice(0, mostTitles)) {
    const title = await nullOnFault(() =>
      withFolded(parts, run, ({ protocol, state }) => oneLine(protocol.view(state).title, 60)),
    );
    if (typeof title === "string") titles.set(run, title);
  }
  return titles;
};

export const createRecords = (parts: Parts): Records => {
  const { engine } = parts;
  const { ledger } = engine;
  const rootAt = (card: Card): string => engine.resolve(engine.base, card.root);
  return {
    runs: (filter) => ledger.runs(filter),
    find: async (name, over, typed) => {
      const cards = await ledger.runs();
      const found = findRun(cards, name, rootOf(engine), over);
      if (!("among" in found)) return found;
      const { missed } = await import("../find-missed.ts");
      return missed(found, name !== null, await titlesOf(parts, cards), typed);
    },
    load: (run) =>
      withFolded(parts, run, async ({ protocol, state, version }) => {
        const [card] = await ledger.runs({ run });
        return card === undefined ? unknownRun(run) : { card, protocol, state, version };
      }),
    rows: (run, after = 0, limit = mostRows, cause) =>
      ledger.read({ run, after, limit, ...(cause === undefined ? {} : { cause }) }),
    rowsAfter: (after, limit = mostRows) => ledger.read({ after, limit }),
    outage: () => engine.outage?.() ?? null,
    newestSeq: () => ledger.newest(),
    log: (run, until) => readLog(engine, run, until),
    held: async () => (await ledger.leases()).map(({ token: _token, ...lease }) => lease),
    folder: (card) => engine.resolve(rootAt(card), card.place),
    rootOf: rootAt,
    watch: (hint) => ledger.watch(hint),
  };
};
