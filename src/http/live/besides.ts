// Watcher of changes that are no events: leases, spool, runners, hand-edited files.
import { parentOf } from "../../core/origin.ts";
import { statSync } from "node:fs";
import { join } from "node:path";
import { isSilent } from "../../core/agents/patience.ts";
import type { System } from "../../runtime/system.ts";
import { gathered } from "./gathered.ts";
import type { HubClock } from "./clock.ts";

type Looked = Pick<System, "held" | "runs" | "scan" | "workspace">;
type Held = Awaited<ReturnType<Looked["held"]>>[number];
/** How long a run is watched after the last request for it, in ms. */
const interestMs = 10 * 60_000;
const scanMs = 2_000;
const outputMs = 1_000;
/** A job's folder changes about ten times during the job, and each comparison reads all folders. */
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

/** A run's parent never changes. */
const ancestry = (runs: Looked["runs"]) => {
  const parents = new Map<string, string | null>();
  const above = async (run: string): Promise<string | null> => {
    const known = parents.get(run);
    if (known !== undefined) return known;
    const card = (await runs({ run }))[0];
    const parent = parentOf(card?.origin);
    if (card !== undefined) parents.set(run, parent);
    return parent;
  };
  return async (run: string): Promise<readonly string[]> => {
    const found = new Set<string>();
    for (let one: string | null = run; one !== null && !found.has(one); one = await above(one))
      found.add(one);
    return [...found];
  };
};

/** Scans the files of recently requested runs. */
const createScans = ({ runs, scan }: Looked, now: HubClock["now"]) => {
  const interests = new Map<string, number>();
  let scanning = false;
  return {
    looksAt: (run: string): void => void interests.set(run, now() + interestMs),
    async all(): Promise<void> {
      if (scanning) return;
      scanning = true;
      try {
        for (const [run, until] of interests) {
          if (until < now()) interests.delete(run);
          else if ((await runs({ run, life: ["live", "paused"] })).length > 0) await scan(run);
        }
      } finally {
        scanning = false;
      }
    },
  };
};

/** @param left ms of a lease */
const heardOf = (left: number): string => (left < 0 ? "lapsed" : isSilent(left) ? "silent" : "");
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
/** Disk and ledger errors are reported to requests; here the next poll retries. */
const quietly = (what: () => Promise<void> | void) => (): void =>
  void Promise.try(what).catch(() => undefined);

export const createBesides = (
  looked: Looked,
  clock: HubClock,
  hint: (run: string | null) => void,
) => {
  const { held, workspace } = looked;
  const upward = ancestry(looked.runs);
  const scans = createScans(looked, clock.now);
  const seen = new Map<string, Marks>();
  let sizes: Marks = new Map();
  let outputs: readonly { readonly run: string; readonly path: string }[] = [];

  /** Reports which runs have changed since the previous comparison, if any. */
  const compare = async (what: string, marks: Marks): Promise<void> => {
    const before = seen.get(what);
    seen.set(what, marks);
    const all = before === undefined ? [] : changed(before, marks);
    for (const run of new Set((await Promise.all(all.map(upward))).flat())) hint(run);
  };
  const leases = async (): Promise<void> => {
    const now = clock.now();
    const markOf = ({ job, fence, holder, until }: Held): string =>
      `${fence} ${job} ${holder.name} ${heardOf(Date.parse(until) - now)}`;
    await compare("leases", marksOf(await held(), markOf));
  };
  const spool = async (): Promise<void> => {
    const { entries } = await workspace.spool.list();
    outputs = entries
      .filter(({ exit }) => exit === null)
      .map(({ run, folder }) => ({ run, path: join(folder, "out") }));
    const markOf = ({ fence, host, exit }: (typeof entries)[number]): string =>
      `${fence} ${host?.is ?? ""} ${exit === null ? "" : "ended"}`;
    await compare("spool", marksOf(entries, markOf));
  };
  const runners = (): Promise<void> =>
    compare(
      "runners",
      marksOf(workspace.runners.all(), ({ process }) => `${process.pid} ${process.start}`),
    );
  const output = (): void => {
    const now = marksOf(outputs, ({ path }) => String(sizeOf(path)));
    for (const run of changed(sizes, now)) hint(run);
    sizes = now;
  };

  return {
    /** Compares current leases with the previous ones. */
    leases,
    /** A run and its ancestors. */
    upward,
    looksAt: scans.looksAt,
    /** Watches until the returned function is called. */
    begin(): () => void {
      seen.clear();
      quietly(spool)();
      quietly(runners)();
      const listing = gathered(clock.every, spoolMs, quietly(spool));
      const stops = [
        workspace.spool.watch(listing.ask),
        listing.end,
        clock.every(outputMs, quietly(output)),
        clock.every(scanMs, quietly(scans.all)),
        clock.every(scanMs, quietly(runners)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};
