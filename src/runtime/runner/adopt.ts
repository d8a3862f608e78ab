// Adoption of hosted jobs: takes in finished work without redoing it, re-attaches live work, and reports the rest as lost.
import type { Fault } from "../../core/refusal.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { isAway } from "../carry/remote.ts";
import { type Folded, jobIn } from "../fold.ts";
import { type Driving, sweepMs } from "./driving.ts";
import { granterOf } from "./granter.ts";
import { createJobEnds } from "./job-ends.ts";
import { type Hosting, hostingOf, type Look } from "./look.ts";
import { createRefusals } from "./refusals.ts";
import { settle } from "./settle.ts";

export type Adopted = {
  /** A phrase per action that changed the state or the spool. */
  readonly changed: readonly string[];
  /** Hosted and running, or about to run. */
  readonly live: readonly SpoolEntry[];
};
export type Adopter = {
  adopt(seen: Look): Promise<Adopted>;
  /** A folder that this runner started. */
  started(folder: string): void;
  /** Whether it was refused for good: it stays in the spool without effect. */
  isLeft(entry: SpoolEntry): boolean;
  /** How many ms an agent has to pause: it ended at once without a result, or its limit is reached. */
  restOf(agent: string): Promise<number>;
  /** Why an agent waits for a person; null: it doesn't. */
  heldBack(agent: string): string | null;
};

type Over = Exclude<Hosting, "live" | "coming">;

const isWanted = (folded: Folded, { job: { job } }: SpoolEntry): boolean =>
  jobIn(folded, job.key) !== undefined;

const pidOf = ({ host }: SpoolEntry): string =>
  host?.is === "host" ? String(host.process.pid) : "unknown";

/** Of another machine only the lease is visible. */
const elsewhere = ({ engine }: Driving, entry: SpoolEntry, seen: Look): Hosting | null => {
  if (entry.exit !== null || engine.isHere(granterOf(entry.job.lease).machine)) return null;
  return seen.leases.some((lease) => lease.fence === entry.fence && lease.until > seen.now)
    ? "live"
    : "lost";
};

/** The entry reread once this runner alone handles it; null: gone, or its host has started after all. */
const readAgain = async (
  { engine: { workspace } }: Driving,
  { folder, host }: SpoolEntry,
  is: Over,
): Promise<SpoolEntry | null> => {
  const { processes, spool } = workspace;
  // The first to create host.json decides whether its host started.
  if (is === "void" && host === null)
    await spool.host(folder, { is: "void", why: "its host never came up" });
  const now = await spool.read(folder);
  if (is === "void") return now?.host?.is === "void" ? now : null;
  // A lost host may have finished just after it was looked for.
  if (is === "lost" && now !== null && now.exit === null)
    await processes.sweep(now.job.mark, sweepMs);
  return now;
};

/** Judges an entry's host; reports one of another runner when first seen alive. */
const createJudge = (driving: Driving, isOurs: (entry: SpoolEntry) => boolean) => {
  const firstSeen = new Map<string, number>();
  return (entry: SpoolEntry, seen: Look): Hosting => {
    const now = Date.parse(driving.engine.now());
    const known = firstSeen.get(entry.folder);
    if (known === undefined) firstSeen.set(entry.folder, now);
    const is = elsewhere(driving, entry, seen) ?? hostingOf(driving, entry, known ?? now, now);
    if (known === undefined && is === "live" && !isOurs(entry)) {
      const note = `its host is process ${pidOf(entry)}`;
      driving.tell({ is: "job", key: entry.job.job.key, what: "reattached", note });
    }
    return is;
  };
};

export const createAdopter = (driving: Driving, refusals = createRefusals()): Adopter => {
  const { folds, run, step } = driving;
  const { processes, spool } = driving.engine.workspace;
  const ours = new Set<string>();
  /** By folder: whether the job was due, and nothing else happened, when its outcome was refused. */
  const left = new Map<string, boolean>();
  const isOurs = ({ folder }: SpoolEntry): boolean => ours.has(folder);
  const judge = createJudge(driving, isOurs);
  const { report, restOf, heldBack } = createJobEnds(driving, isOurs);

  const leave = async ({ folded }: Look, entry: SpoolEntry, why: string): Promise<void> => {
    // A halt may have begun or ended between that look, the refusal and now.
    const now = await folds.newest(run);
    left.set(entry.folder, now?.version === folded.version && isWanted(folded, entry));
    // Leftovers of earlier runners don't predict a new attempt.
    if (isOurs(entry)) refusals.count(entry.job.job.key, folded.version, why);
  };

  /** An outcome refused by a halt is retried after it. */
  const isPassedOver = ({ folded }: Look, entry: SpoolEntry): boolean =>
    left.has(entry.folder) && (left.get(entry.folder) === true || !isWanted(folded, entry));

  /** Handles the job's outcome; returns faults to raise after the other jobs. */
  const takeIn = async (seen: Look, listed: SpoolEntry, is: Over): Promise<readonly Fault[]> => {
    const entry = await readAgain(driving, listed, is);
    await step(`found ${is}`);
    if (entry === null) return [];
    const settled = await settle(driving, entry);
    if (settled.is === "left") await leave(seen, entry, settled.refused ?? "refused");
    return report(entry, settled, seen.life);
  };

  return {
    started: (folder) => void ours.add(folder),
    isLeft: (entry) => left.has(entry.folder),
    restOf,
    heldBack,
    async adopt(seen) {
      const [live, changed, faults]: [SpoolEntry[], string[], Fault[]] = [[], [], []];
      for (const listed of seen.entries) {
        if (isPassedOver(seen, listed)) continue;
        // Its holder submits it; until then the job isn't restarted.
        left.delete(listed.folder);
        const is = judge(listed, seen);
        // Another runner at the same exit would read a place that this one removes.
        if (is === "live" || is === "coming" || !(await spool.hold(listed.folder, processes))) {
          live.push(listed);
          continue;
        }
        changed.push(`${listed.job.job.key} was taken in, its host being ${is}`);
        try {
          faults.push(...(await takeIn(seen, listed, is)));
        } catch (error) {
          // The other jobs may not depend on the remote.
          if (!isAway(error)) throw error;
          faults.push(error);
        } finally {
          await spool.letGo(listed.folder);
        }
      }
      // Waiting ones don't hide those that need a fix.
      const first = faults.find((one) => !isAway(one)) ?? faults[0];
      if (first !== undefined) throw first;
      return { changed, live };
    },
  };
};
