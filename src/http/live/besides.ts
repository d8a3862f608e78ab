// Watcher of changes that are no events: leases, spool, runners, hand-edited files.
import { statSync } from "node:fs";
import { join } from "node:path";
import { isSilent } from "../../core/patience.ts";
import type { System } from "../../runtime/system.ts";
import { gathered } from "./gathered.ts";
import type { HubClock } from "./clock.ts";

type Looked = Pick<System, "held" | "runs" | "scan" | "workspace">;
export type Besides = {
  /** Compares who holds what with what was seen last. */
  leases(): Promise<void>;
  /** The run that started this one, and so on upward. */
  above(run: string): Promise<readonly string[]>;
  looksAt(run: string): void;
  /** Watches until it is ended. */
  begin(): () => void;
};

/** How long a run is looked after since somebody asked for it, in ms. */
const interestMs = 10 * 60_000;
const scanMs = 2_000;
const outputMs = 1_000;
/** A job's folder changes ten times from its beginning to its end, and all of them are read to tell what did. */
const spoolMs = 200;

type Marks = ReadonlyMap<string, string>;
const changed = (before: Marks, after: Marks): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (run) => before.get(run) !== after.get(run),
  );
const marksOf = <T extends { readonly run: string }>(
  all: readonly T[],
  mark: (one: T) => string,
): Marks => {
  const marks = new Map<string, string>();
  for (const one of all) marks.set(one.run, `${marks.get(one.run) ?? ""}\n${mark(one)}`);
  return marks;
};

export const createBesides = (
  { held, runs, scan, workspace }: Looked,
  clock: HubClock,
  hint: (run: string | null) => void,
): Besides => {
  const parents = new Map<string, string | null>();
  const interests = new Map<string, number>();
  let leased: Marks | null = null;
  let spooled: Marks | null = null;
  let driven: Marks | null = null;
  let sizes: Marks = new Map();
  let outputs: readonly { readonly run: string; readonly path: string }[] = [];
  let scanning = false;

  const parentOf = async (run: string): Promise<string | null> => {
    const known = parents.get(run);
    if (known !== undefined) return known;
    const card = (await runs({ run }))[0];
    const parent = card?.origin?.split("/", 1)[0] ?? null;
    if (card !== undefined) parents.set(run, parent);
    return parent;
  };
  const above = async (run: string): Promise<readonly string[]> => {
    const found: string[] = [];
    for (
      let one = await parentOf(run);
      one !== null && !found.includes(one);
      one = await parentOf(one)
    )
      found.push(one);
    return found;
  };
  const tell = async (some: readonly string[]): Promise<void> => {
    const all = new Set(some);
    for (const run of some) for (const one of await above(run)) all.add(one);
    for (const run of all) hint(run);
  };
  const leases = async (): Promise<void> => {
    const now = clock.now();
    const heard = (until: string): string => {
      const left = Date.parse(until) - now;
      return left < 0 ? "lapsed" : isSilent(left) ? "silent" : "";
    };
    const marks = marksOf(
      await held(),
      ({ job, fence, holder, until }) => `${fence} ${job} ${holder.name} ${heard(until)}`,
    );
    const before = leased;
    leased = marks;
    if (before !== null) await tell(changed(before, marks));
  };
  const spool = async (): Promise<void> => {
    const { entries } = await workspace.spool.list();
    const marks = marksOf(
      entries,
      ({ fence, host, exit }) => `${fence} ${host?.is ?? ""} ${exit === null ? "" : "ended"}`,
    );
    outputs = entries
      .filter(({ exit }) => exit === null)
      .map(({ run, folder }) => ({ run, path: join(folder, "out") }));
    const before = spooled;
    spooled = marks;
    if (before !== null) await tell(changed(before, marks));
  };
  const runners = async (): Promise<void> => {
    const marks = marksOf(
      workspace.runners.all(),
      ({ process }) => `${process.pid} ${process.start}`,
    );
    const before = driven;
    driven = marks;
    if (before !== null) await tell(changed(before, marks));
  };
  const output = (): void => {
    const now = marksOf(outputs, ({ path }) =>
      String(statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    );
    const grown = changed(sizes, now);
    sizes = now;
    for (const run of grown) hint(run);
  };
  const scanAll = async (): Promise<void> => {
    if (scanning) return;
    scanning = true;
    try {
      for (const [run, until] of interests) {
        if (until < clock.now()) interests.delete(run);
        else if ((await runs({ run, life: ["live", "paused"] })).length > 0) await scan(run);
      }
    } finally {
      scanning = false;
    }
  };
  /** A disk or a ledger in trouble is told to whoever asks for something; here the next look tries again. */
  const quietly = (what: () => Promise<void> | void) => (): void =>
    void Promise.try(what).catch(() => undefined);

  return {
    leases,
    above,
    looksAt: (run) => void interests.set(run, clock.now() + interestMs),
    begin() {
      leased = null;
      spooled = null;
      driven = null;
      quietly(spool)();
      quietly(runners)();
      const listing = gathered(clock.every, spoolMs, quietly(spool));
      const stops = [
        workspace.spool.watch(listing.ask),
        listing.end,
        clock.every(outputMs, quietly(output)),
        clock.every(scanMs, quietly(scanAll)),
        clock.every(scanMs, quietly(runners)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};
