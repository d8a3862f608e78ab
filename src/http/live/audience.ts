// Listeners of the live feed: each receives events, hints and trouble at its own pace.
import type { LedgerTrouble } from "../answers.ts";
import type { HubClock } from "./clock.ts";
import { gathered } from "./gathered.ts";
import type { Listener } from "./live.ts";
import type { Recent } from "./recent.ts";

/** Maximum of pending hints per listener; more become one hint about all runs. */
const mostHints = 64;
/** A job's end shows in its lease, spool and runner almost at once: hints within this many ms are combined. */
const hintsMs = 200;

export type Entry = {
  readonly listener: Listener;
  /** The seq of the last event sent; null: begins with the next one. */
  place: number | null;
  hints: Set<string | null>;
  /** Its delay is over. */
  due: boolean;
  /** The ledger problem last reported to it. */
  trouble: LedgerTrouble | null;
  reading: boolean;
  over: boolean;
};

const giveHints = (entry: Entry): void => {
  while (!entry.over && entry.hints.size > 0 && entry.listener.ready()) {
    const [hint = null] = entry.hints;
    entry.hints.delete(hint);
    entry.listener.hint(hint);
  }
};

/** Sends a listener everything new, as far as it accepts it. */
export const serve = async (entry: Entry, recent: Recent): Promise<void> => {
  const begun = recent.begun();
  if (entry.reading || begun === null) return;
  entry.reading = true;
  try {
    await begun;
    entry.place ??= recent.to();
    let woken = entry.due;
    while (!entry.over && entry.listener.ready()) {
      const told = await recent.after(entry.place);
      const last = told.at(-1);
      if (last === undefined) break;
      woken = true;
      if (entry.over) break;
      entry.place = last.seq;
      entry.listener.rows(told);
    }
    if (woken) giveHints(entry);
    entry.due &&= entry.hints.size > 0;
  } catch {
    // The ledger is unreadable: retried with the next poll.
  } finally {
    entry.reading = false;
  }
};

/** A position beyond the end is from another ledger, or from before a restore: the listener rereads everything. */
export const backToEnd = (entry: Entry, recent: Recent): void => {
  if (entry.place === null || entry.place <= recent.to()) return;
  entry.place = recent.to();
  entry.hints.add(null);
  entry.due = true;
  void serve(entry, recent);
};

/** `begin`: called for the first listener; its result is called after the last one has left. */
export const createAudience = (
  recent: Recent,
  every: HubClock["every"],
  begin: () => () => void,
) => {
  const entries = new Set<Entry>();
  let rest = (): void => {};
  const serveAll = (): void => {
    for (const entry of entries) void serve(entry, recent);
  };
  const soon = gathered(every, hintsMs, () => {
    for (const entry of entries) entry.due = true;
    serveAll();
  });
  const leave = (entry: Entry): void => {
    entry.over = true;
    if (!entries.delete(entry) || entries.size > 0) return;
    soon.end();
    rest();
  };
  return {
    isEmpty: () => entries.size === 0,
    serveAll,
    hint(run: string | null): void {
      for (const entry of entries) {
        if (entry.hints.size >= mostHints) entry.hints = new Set([null]);
        else if (!entry.hints.has(null)) entry.hints.add(run);
      }
      soon.ask();
    },
    trouble(now: LedgerTrouble | null): void {
      for (const entry of entries) {
        if (entry.trouble === now || !entry.listener.ready()) continue;
        entry.trouble = now;
        entry.listener.trouble(now);
      }
    },
    add(listener: Listener, place: number | null): Entry {
      if (entries.size === 0) rest = begin();
      const told = { due: false, trouble: null, reading: false, over: false };
      const entry: Entry = { listener, place, hints: new Set(), ...told };
      entries.add(entry);
      void serve(entry, recent);
      return entry;
    },
    leave,
    end: (): void => entries.forEach(leave),
  };
};
