// The hosted job whose process calls a hook.
import { isRefusal } from "../core/refusal.ts";
import type { Card, Lease } from "../core/row.ts";
import type { Standing, System } from "../runtime/system.ts";

export type Env = Readonly<Record<string, string | undefined>>;
type Spooled = NonNullable<Awaited<ReturnType<System["workspace"]["spool"]["read"]>>>;
export type Caller = {
  readonly card: Card;
  readonly job: Standing["job"];
  readonly lease: Lease;
  /** What its host was told, and the folder of that. */
  readonly spooled: Spooled["job"];
  readonly folder: string;
};

/** null: its token is of no hosted job that is still held. A claimed job has no process. */
export const callerOf = async (system: System, env: Env): Promise<Caller | null> => {
  const { spool } = system.workspace;
  const card = await system.find(env["CAIRN_RUN"] ?? null);
  if (isRefusal(card) || card.life !== "live") return null;
  const standings = await system.standings(card.run);
  if (isRefusal(standings)) return null;
  for (const { job, lease } of standings) {
    if (lease === null || lease.token !== env["CAIRN_TOKEN"]) continue;
    const folder = spool.folderOf(card.run, lease.fence);
    const entry = await spool.read(folder);
    return entry === null ? null : { card, job, lease, spooled: entry.job, folder };
  }
  return null;
};
