// Fresh look at due and running jobs before every decision of the runner.
import type { Job } from "../../core/job.ts";
import type { Lease, Life, Time } from "../../core/row.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Folded } from "../fold.ts";
import type { Driving } from "./driving.ts";

export type Look = {
  readonly folded: Folded;
  readonly life: Life;
  readonly jobs: readonly Job[];
  readonly leases: readonly Lease[];
  readonly entries: readonly SpoolEntry[];
  /** Unreadable spool folders. */
  readonly broken: readonly string[];
  /** By the clock of leases. */
  readonly now: Time;
};

/** Reads the state first: jobs begun in it had lease and spool before, so that one without both is lost or settled. */
export const look = async ({
  engine,
  folds,
  run,
}: Pick<Driving, "engine" | "folds" | "run">): Promise<Look | null> => {
  const folded = await folds.newest(run);
  if (folded === null) return null;
  const { protocol, state } = folded;
  const leases = await engine.ledger.leases(run);
  const { entries, broken } = await engine.workspace.spool.list(run);
  return {
    folded,
    life: protocol.life(state),
    jobs: protocol.jobs(state),
    leases,
    entries,
    broken,
    now: await engine.ledger.now(),
  };
};

/** The state of a spool entry's host; void: it will never launch anything. */
export type Hosting = "finished" | "live" | "coming" | "void" | "lost";

/** How long a host may take to start before its launch is cancelled. */
const comingMs = 20_000;

/** `firstSeen`: when this runner first saw it without a host, in ms of its clock. */
export const hostingOf = (
  { engine }: Pick<Driving, "engine">,
  entry: SpoolEntry,
  firstSeen: number,
  now: number,
): Hosting => {
  const { processes } = engine.workspace;
  if (entry.exit !== null) return "finished";
  if (entry.host === null) {
    const own =
      entry.job.runner.pid === processes.self.pid &&
      entry.job.runner.start === processes.self.start;
    return (own || processes.alive(entry.job.runner)) && now - firstSeen < comingMs
      ? "coming"
      : "void";
  }
  if (entry.host.is === "void") return "void";
  return processes.alive(entry.host.process) ? "live" : "lost";
};
