// Hub of the live feed: one reader of the ledger for all open pages.
import type { LedgerTrouble, LogLine } from "../answers.ts";
import { createBesides } from "./besides.ts";
import { type HubClock, hubClock } from "./clock.ts";
import { gathered } from "./gathered.ts";
import { createLines } from "../show/lines.ts";
import type { Listener, Live } from "./live.ts";
import { createRecent } from "./recent.ts";
import type { System } from "../../runtime/system.ts";
import { createSeenTrouble } from "./trouble.ts";

export type Hubbed = Pick<
  System,
  | "watch"
  | "outage"
  | "rowsAfter"
  | "newestSeq"
  | "held"
  | "runs"
  | "protocol"
  | "scan"
  | "workspace"
>;

/** Of one reading. */
const pageSize = 1_000;
/** Hints of the ledger may get lost. */
const lookMs = 1_000;
/** Hints that may wait for a listener; more are one hint about all runs. */
const mostHints = 64;
/** A job's end is told by its lease, its spool and its runner within a moment: hints of so many ms are told together. */
const hintsMs = 200;

type Entry = {
  readonly listener: Listener;
  /** The seq of the last event that it was told; null: it begins with the next one. */
  place: number | null;
  hints: Set<string | null>;
  /** Their moment has come. */
  due: boolean;
  /** What keeps the ledger from being read, as it was told last. */
  trouble: LedgerTrouble | null;
  reading: boolean;
  over: boolean;
};

export const createHub = (system: Hubbed, clock: HubClock = hubClock): Live => {
  const lines = createLines(system);
  const recent = createRecent(2 * pageSize);
  const entries = new Set<Entry>();
  const ticks = new Map<string, number>();
  let everything = 0;
  let started: Promise<void> | null = null;
  let looking: Promise<void> | null = null;
  let again = false;
  const seenTrouble = createSeenTrouble(system, clock.now);
  let troubled = false;
  let stops: readonly (() => void)[] = [];

  const bump = (run: string | null): void => {
    if (run === null) everything += 1;
    else ticks.set(run, (ticks.get(run) ?? 0) + 1);
  };
  const give = (entry: Entry, told: readonly LogLine[]): void => {
    const last = told.at(-1);
    if (last === undefined) return;
    entry.place = last.seq;
    entry.listener.rows(told);
  };
  const giveHints = (entry: Entry): void => {
    while (!entry.over && entry.hints.size > 0 && entry.listener.ready()) {
      const [hint = null] = entry.hints;
      entry.hints.delete(hint);
      entry.listener.hint(hint);
    }
  };
  /** Brings a listener up to date, as far as it takes it. */
  const serve = async (entry: Entry): Promise<void> => {
    if (entry.reading || started === null) return;
    entry.reading = true;
    try {
      await started;
      entry.place ??= recent.to();
      let woken = entry.due;
      while (!entry.over && entry.listener.ready()) {
        const kept = recent.after(entry.place, pageSize);
        const told = kept ?? (await lines(await system.rowsAfter(entry.place, pageSize)));
        if (told.length === 0) break;
        if (!entry.over) give(entry, told);
        woken = true;
      }
      if (woken) giveHints(entry);
      entry.due &&= entry.hints.size > 0;
    } catch {
      // A ledger in trouble: tried again with the next look.
    } finally {
      entry.reading = false;
    }
  };
  const serveAll = (): void => {
    for (const entry of entries) void serve(entry);
  };
  const hint = (run: string | null): void => {
    bump(run);
    for (const entry of entries) {
      if (entry.hints.size >= mostHints) entry.hints = new Set([null]);
      else if (!entry.hints.has(null)) entry.hints.add(run);
    }
    soon.ask();
  };
  const soon = gathered(clock.every, hintsMs, () => {
    for (const entry of entries) entry.due = true;
    serveAll();
  });

  const besides = createBesides(system, clock, hint);

  const start = (): Promise<void> => {
    const begun = system.newestSeq().then((newest) => recent.restart(newest));
    begun.catch(() => {
      if (started === begun) started = null;
    });
    return begun;
  };

  const readOn = async (): Promise<void> => {
    for (;;) {
      const rows = await system.rowsAfter(recent.to(), pageSize);
      if (rows.length === 0) return;
      const told = await lines(rows);
      recent.add(told);
      for (const run of new Set(rows.map((row) => row.run)))
        for (const one of [run, ...(await besides.above(run))]) bump(one);
      serveAll();
      // What came meanwhile is told by a hint of its own, or seen at the next look.
      if (rows.length < pageSize) return;
    }
  };
  /** Told past whoever waits for the ledger itself. What is read again may be another than it was: pages ask for all anew. */
  const tellTrouble = (): void => {
    const now = seenTrouble.now();
    if (troubled && now === null) hint(null);
    troubled = now !== null;
    for (const entry of entries) {
      if (entry.trouble === now || !entry.listener.ready()) continue;
      entry.trouble = now;
      entry.listener.trouble(now);
    }
  };
  const look = (): Promise<void> => {
    again = true;
    looking ??= (async () => {
      try {
        await (started ??= start());
        while (again) {
          again = false;
          await readOn();
          await besides.leases();
        }
        seenTrouble.mended();
        serveAll();
      } catch (error) {
        seenTrouble.failed(error);
      } finally {
        looking = null;
        tellTrouble();
      }
    })();
    return looking;
  };
  const tick = (): void => {
    tellTrouble();
    void look();
  };
  const begin = (): void => {
    // What changed while nobody listened was not seen.
    everything += 1;
    started ??= start();
    stops = [system.watch(() => void look()), clock.every(lookMs, tick), besides.begin()];
    void look();
  };
  const rest = (): void => {
    for (const stop of stops) stop();
    stops = [];
    soon.end();
    started = null;
    seenTrouble.mended();
  };

  return {
    listen(after, listener) {
      const entry: Entry = {
        listener,
        place: after,
        hints: new Set(),
        due: false,
        trouble: null,
        reading: false,
        over: false,
      };
      if (entries.size === 0) begin();
      entries.add(entry);
      if (listener.run !== null) besides.looksAt(listener.run);
      const more = (): void => void serve(entry);
      more();
      tellTrouble();
      // A place beyond the end is one of another ledger, or of this one before it was restored.
      void look().then(() => {
        if (troubled || entry.place === null || entry.place <= recent.to()) return;
        entry.place = recent.to();
        entry.hints.add(null);
        entry.due = true;
        more();
      });
      return {
        more,
        end: () => {
          entry.over = true;
          if (entries.delete(entry) && entries.size === 0) rest();
        },
      };
    },
    tickOf: (run) => (entries.size === 0 ? null : everything + (ticks.get(run) ?? 0)),
    newest: () => recent.to(),
    look: () => (entries.size === 0 ? Promise.resolve() : look()),
    hint,
    looksAt: besides.looksAt,
    end: () => {
      for (const entry of entries) entry.over = true;
      entries.clear();
      rest();
    },
  };
};
