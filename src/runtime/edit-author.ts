// Author of a hand edit: while jobs of the run are held, one of their holders, whatever name the file gives.
import type { Sender } from "../core/protocol.ts";
import type { Holder } from "../core/row.ts";
import type { Engine } from "./engine.ts";
import type { Folded } from "./fold.ts";
import { liveOf } from "./leases.ts";

export type Suspect = { readonly job: string; readonly holder: Holder };

/** Checks run code that agents wrote; the engine, which holds the job, edits no files. */
const checkName = "a check of the run";

/** Holders of running jobs. */
export const suspectsOf = async (
  { ledger }: Engine,
  run: string,
  { protocol, state }: Folded,
): Promise<readonly Suspect[]> => {
  const leases = await ledger.leases(run);
  if (leases.length === 0 || state === null) return [];
  const live = liveOf(leases, await ledger.now());
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
