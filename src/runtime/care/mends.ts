// Mends of doctor: each reads anew, goes through the doors of normal work, and can be repeated.
import { onFault } from "../on-fault.ts";
import { groundOf } from "../engine.ts";
import { emptyFold, foldOn, snapshotKey, snapshotText } from "../fold.ts";
import { realLater, sleepBy } from "../later.ts";
import { createAdopter } from "../runner/adopt.ts";
import type { Driving } from "../runner/driving.ts";
import { granterOf } from "../runner/granter.ts";
import { look, type Look } from "../runner/look.ts";
import { tendUnheld } from "../runner/unheld.ts";
import { onlyInGit, readAnchors } from "./anchors.ts";
import type { Mend } from "./finding.ts";
import { isUnwanted } from "./jobs.ts";

/** Only adds: lines that contradict the ledger remain visible to `verify`. */
const anchor = async ({ engine, folds, run }: Driving): Promise<void> => {
  const folded = await folds.newest(run);
  if (folded === null) return;
  const anchors = await readAnchors(engine, groundOf(engine, folded), run);
  for (const one of onlyInGit(anchors)) await engine.workspace.anchor(run, one);
};

const snapshot = async ({ engine, folds, run }: Driving): Promise<void> => {
  const folded = await folds.newest(run);
  if (folded === null) return;
  const { protocol, root, origin } = folded;
  const made = await foldOn(engine, run, emptyFold(protocol, root, origin));
  await engine.ledger.keep(run, snapshotKey(engine, protocol), made.version, snapshotText(made));
  folds.forget(run);
};

/** Without jobs of external holders who may still report: only a runner that needs them takes them over. */
const withoutClaimed = (seen: Look): Look => {
  const lapsed = seen.leases.filter(
    (lease) => lease.until <= seen.now && granterOf(lease).process === null,
  );
  const theirs = new Set(
    lapsed
      .map(({ job }) => job)
      .filter((key) => seen.jobs.some((job) => job.key === key && job.begun)),
  );
  return {
    ...seen,
    jobs: seen.jobs.filter((job) => !theirs.has(job.key)),
    leases: seen.leases.filter((lease) => !theirs.has(lease.job)),
  };
};

/** Starts nothing, and leaves work of other machines to them. */
const tend = async (driving: Driving): Promise<void> => {
  const read = async (): Promise<Look | null> => {
    const seen = await look(driving);
    if (seen === null) return null;
    return {
      ...withoutClaimed(seen),
      entries: seen.entries.filter((entry) =>
        driving.engine.isHere(granterOf(entry.job.lease).machine),
      ),
    };
  };
  const adopter = createAdopter(driving);
  const seen = await read();
  if (seen === null) return;
  // Runners report failed starts; this one is settled by now.
  await onFault(
    () => adopter.adopt(seen),
    () => null,
    ["HOST_UNSTARTABLE"],
  );
  const after = await read();
  if (after === null || after.life !== "live") return;
  const all = (await driving.engine.workspace.spool.list(driving.run)).entries;
  await tendUnheld(
    driving,
    after,
    new Set(all.filter((entry) => !adopter.isLeft(entry)).map((entry) => entry.fence)),
  );
};

/** How long a host may take to end its processes after a request. */
const endMs = 15_000;
const stepMs = 50;

const stop = async (driving: Driving): Promise<void> => {
  const { engine, later } = driving;
  const { processes } = engine.workspace;
  const seen = await look(driving);
  for (const entry of seen?.entries ?? []) {
    if (seen === null || !isUnwanted(driving, seen, entry) || entry.host?.is !== "host") continue;
    const { process } = entry.host;
    processes.stop(process);
    for (let waited = 0; processes.alive(process) && waited < endMs; waited += stepMs)
      await sleepBy(later ?? realLater, stepMs);
  }
  await tend(driving);
};

/** By run; a lock is mended by its checkout. */
export const mends: Readonly<Record<Mend, (driving: Driving, subject: string) => Promise<void>>> = {
  scan: ({ run, scan }) => scan(run),
  anchor,
  snapshot,
  tend,
  stop,
  unlock: async ({ engine }, subject) => (await engine.workspace.places()).unlock(subject),
};
