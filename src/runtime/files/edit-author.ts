// Author of a hand edit: while jobs that could have made it are held, one of their holders, whatever name the file gives.
import type { Sender } from "../../core/protocol.ts";
import type { Holder, Lease, Path } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { liveOf } from "../jobs/leases.ts";
import { nullOnFault } from "../on-fault.ts";
import { granterOf } from "../runner/granter.ts";

export type Suspect = { readonly job: string; readonly holder: Holder };
/** Copies of the files, of that version, which a job was given: their edits are its holder's. */
export type Copies = Suspect & { readonly version: number };

/** Checks run code that agents wrote; the engine, which holds the job, edits no files. */
const checkName = "a check of the run";

/** By the fence that the job was started with. What can't be read of it, or is another machine's, keeps it from nothing. */
const isKeptFrom = async (
  { workspace, resolve, isHere }: Engine,
  lease: Lease,
  folder: Path,
): Promise<boolean> => {
  const at = workspace.spool.folderOf(lease.run, lease.fence);
  const entry = await nullOnFault(() => workspace.spool.read(at));
  const writes = entry?.job.fence?.writes;
  const isItsOwn = entry?.job.lease.token === lease.token && isHere(granterOf(lease).machine);
  if (writes === undefined || !isItsOwn) return false;
  const { root } = entry.job.ground;
  const real = (path: Path): Promise<Path> => workspace.real(resolve(root, path));
  const written = await Promise.all([root, ...writes].map(real));
  const own = await real(folder);
  return !written.some((path) => isWithin(path, own) || isWithin(own, path));
};

/** Holders of running jobs that can write in the run's folder. */
export const suspectsOf = async (
  engine: Engine,
  run: string,
  folded: Folded,
): Promise<readonly Suspect[]> => {
  const { protocol, state } = folded;
  const leases = await engine.ledger.leases(run);
  const { place } = groundOf(engine, folded);
  if (leases.length === 0 || place === null) return [];
  const checks = new Set(
    protocol.jobs(state).flatMap(({ key, kind }) => (kind === "check" ? [key] : [])),
  );
  const suspects: Suspect[] = [];
  for (const lease of liveOf(leases, await engine.ledger.now())) {
    if (await isKeptFrom(engine, lease, place)) continue;
    const { job, holder } = lease;
    suspects.push({ job, holder: checks.has(job) ? { ...holder, name: checkName } : holder });
  }
  return suspects;
};

/**
 * The sender of an edit.
 * @param suspects holders of the run's jobs; among several, the name in the file decides
 * @param named the author in the file
 * @param user the author if nobody holds a job and the file names none
 */
export const editAuthor = (
  suspects: readonly Suspect[],
  named: string | null,
  user: string,
): Sender => {
  const [first, ...others] = suspects;
  if (first === undefined) return { kind: "file", name: named ?? user };
  const one = others.length === 0 ? first : suspects.find(({ holder }) => holder.name === named);
  if (one === undefined)
    return {
      kind: "file",
      name: [...new Set(suspects.map(({ holder }) => holder.name))].join(" or ").slice(0, 200),
    };
  const { name, agent, conversation } = one.holder;
  return { kind: "file", name, agent, conversation, job: one.job };
};
