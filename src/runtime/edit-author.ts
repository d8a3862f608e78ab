// Author of a hand edit: while jobs that could have made it are held, one of their holders, whatever name the file gives.
import type { Sender } from "../core/protocol.ts";
import type { Holder, Path } from "../core/row.ts";
import { isWithin } from "../core/within.ts";
import { type Engine, groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";
import { liveOf } from "./leases.ts";

export type Suspect = { readonly job: string; readonly holder: Holder };

/** Checks run code that agents wrote; the engine, which holds the job, edits no files. */
const checkName = "a check of the run";

/** Whether the job's sandbox keeps it from writing in this folder. */
const isKeptFrom = async (
  { workspace, resolve }: Engine,
  run: string,
  fence: number,
  folder: Path | null,
): Promise<boolean> => {
  const entry = await workspace.spool.read(workspace.spool.folderOf(run, fence));
  if (entry?.job.fence === undefined || folder === null) return false;
  const { root } = entry.job.ground;
  const real = (path: Path): Promise<Path> => workspace.real(resolve(root, path));
  const written = await Promise.all([root, ...entry.job.fence.writes].map(real));
  const own = await real(folder);
  return !written.some((path) => isWithin(path, own));
};

/** Holders of running jobs that can write the run's folder. */
export const suspectsOf = async (
  engine: Engine,
  run: string,
  folded: Folded,
): Promise<readonly Suspect[]> => {
  const { protocol, state } = folded;
  const leases = await engine.ledger.leases(run);
  if (leases.length === 0 || state === null) return [];
  const { place } = groundOf(engine, folded);
  const kept = await Promise.all(leases.map(({ fence }) => isKeptFrom(engine, run, fence, place)));
  const live = liveOf(
    leases.filter((_, index) => kept[index] !== true),
    await engine.ledger.now(),
  );
  const checks = new Set(
    protocol.jobs(state).flatMap(({ key, kind }) => (kind === "check" ? [key] : [])),
  );
  return live.map(({ job, holder }) => ({
    job,
    holder: checks.has(job) ? { ...holder, name: checkName } : holder,
  }));
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
