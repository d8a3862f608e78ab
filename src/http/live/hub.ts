// Hub of the live feed: one reader of the ledger for all open pages.
import type { System } from "../../runtime/system.ts";
import { backToEnd, createAudience, serve } from "./audience.ts";
import { createBesides } from "./besides.ts";
import { type HubClock, hubClock } from "./clock.ts";
import { inTurn } from "./gathered.ts";
import type { Live } from "./live.ts";
import { createRecent, pageSize } from "./recent.ts";
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

/** The poll interval: hints of the ledger may get lost. */
const lookMs = 1_000;

/** Change counters: per run, and (null) for any. */
const createTicks = () => {
  const ticks = new Map<string | null, number>();
  const of = (run: string | null): number => ticks.get(run) ?? 0;
  return {
    bump: (run: string | null): void => void ticks.set(run, of(run) + 1),
    of: (run: string): number => of(null) + of(run),
  };
};

export const createHub = (system: Hubbed, clock: HubClock = hubClock): Live => {
  const recent = createRecent(system);
  const audience = createAudience(recent, clock.every, () => begin());
  const ticks = createTicks();
  const seenTrouble = createSeenTrouble(system, clock.now);
  let troubled = false;

  const hint = (run: string | null): void => {
    ticks.bump(run);
    audience.hint(run);
  };
  const besides = createBesides(system, clock, hint);
  const readOn = async (): Promise<void> => {
    await recent.begin();
    // Events during the last page's read cause their own hint, or show at the next poll.
    for (let size = pageSize; size === pageSize;) {
      const rows = await recent.next();
      for (const run of new Set(rows.map((row) => row.run)))
        for (const one of await besides.upward(run)) ticks.bump(one);
      audience.serveAll();
      size = rows.length;
    }
  };
  /** Bypasses deliveries that wait for the ledger. A ledger readable again may be another one: pages reload everything. */
  const tellTrouble = (): void => {
    const now = seenTrouble.now();
    if (troubled && now === null) hint(null);
    troubled = now !== null;
    audience.trouble(now);
  };
  const look = inTurn(async () => {
    try {
      await readOn();
      await besides.leases();
      seenTrouble.mended();
    } catch (error) {
      seenTrouble.failed(error);
    }
    tellTrouble();
  });
  /** Changes without listeners weren't observed. */
  const begin = (): (() => void) => {
    ticks.bump(null);
    const tick = (): void => {
      tellTrouble();
      void look();
    };
    const stops = [system.watch(() => void look()), clock.every(lookMs, tick), besides.begin()];
    void look();
    return () => [...stops, recent.end, seenTrouble.mended].forEach((stop) => stop());
  };

  return {
    listen(after, listener) {
      const entry = audience.add(listener, after);
      if (listener.run !== null) besides.looksAt(listener.run);
      tellTrouble();
      void look().then(() => troubled || backToEnd(entry, recent));
      return { more: () => void serve(entry, recent), end: () => audience.leave(entry) };
    },
    tickOf: (run) => (audience.isEmpty() ? null : ticks.of(run)),
    newest: () => recent.to(),
    look: () => (audience.isEmpty() ? Promise.resolve() : look()),
    hint,
    looksAt: besides.looksAt,
    end: audience.end,
  };
};
