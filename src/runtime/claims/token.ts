// Tokens of leases: lookup of their job, and renewal.
import type { Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import type { Engine } from "../engine.ts";
import { holderSender } from "../jobs/handover.ts";

/** How long a claim lasts without `job renew`. */
export const claimMs = 30 * 60_000;

/** @param by the current holder of the job; null: none */
export const stale = (by: Lease | null): Refusal =>
  refuse(
    "TOKEN_STALE",
    by === null
      ? "this token holds no job any more"
      : `this token holds no job any more: ${by.holder.name} holds ${by.job} now`,
    { fits: "`cairn status --next` shows what may be claimed" },
  );

/** undefined: no lease. Checked for every token here, so that no surface can omit it: refusal TOKEN_FOREIGN. */
const leaseWith = async (
  engine: Engine,
  run: string,
  token: string,
): Promise<Lease | undefined | Refusal> => {
  const lease = (await engine.ledger.leases(run)).find((one) => one.token === token);
  if (lease === undefined) return undefined;
  return (await (await import("../jobs/of-job.ts")).misused(engine, lease)) ?? lease;
};

export const heldLease = async (
  engine: Engine,
  run: string,
  token: string,
): Promise<Lease | Refusal> => (await leaseWith(engine, run, token)) ?? stale(null);

export const renewLease = async (
  engine: Engine,
  run: string,
  token: string,
): Promise<Lease | Refusal> => {
  const lease = await leaseWith(engine, run, token);
  if (isRefusal(lease)) return lease;
  const answer = await engine.ledger.lease({ do: "renew", run, token, ms: claimMs });
  if (answer.is === "granted") return answer.lease;
  return stale(answer.is === "fenced" ? answer.by : null);
};

/** The sender of a call with this token. */
export const holderOf = async (
  engine: Engine,
  run: string,
  token: string,
): Promise<Sender | Refusal> => {
  const lease = await heldLease(engine, run, token);
  return isRefusal(lease) ? lease : holderSender(lease);
};
