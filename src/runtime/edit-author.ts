// Who a hand edit counts for: while jobs of the run are held, one of their holders, whatever name the file gives.
import type { Sender } from "../core/protocol.ts";
import type { Holder } from "../core/row.ts";
import type { Engine } from "./engine.ts";
import type { Folded } from "./fold.ts";
import { liveOf } from "./leases.ts";

export type Suspect = { readonly job: string; readonly holder: Holder };

/** What a check runs the agents wrote; the engine, which holds its job, writes no file by hand. */
const checkName = "a check of the run";

/** The jobs under way. */
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
 * @param suspects who holds a job of the run now; with several, the name in the file decides among them
 * @param named the author that the file names
 * @param user who is taken for the author where nobody holds a job and the file names nobody
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
