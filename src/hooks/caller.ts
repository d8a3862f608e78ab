// Hosted job behind a hook call, by the token that its process was given.
import { isRefusal } from "../core/refusal.ts";
import type { Card, Lease } from "../core/row.ts";
import type { Standing, System } from "../runtime/system.ts";

export type Env = Readonly<Record<string, string | undefined>>;
export type Caller = {
  readonly card: Card;
  readonly standing: Standing;
  readonly lease: Lease;
};

/** Whether a call comes from the process of a job. */
export const isHosted = (env: Env): boolean =>
  (env["CAIRN_RUN"] ?? "") !== "" && (env["CAIRN_TOKEN"] ?? "") !== "";

/** The job on whose behalf the call is made; null: none that it still holds. */
export const callerOf = async (system: System, env: Env): Promise<Caller | null> => {
  if (!isHosted(env)) return null;
  const card = await system.find(env["CAIRN_RUN"] ?? "");
  if (isRefusal(card) || card.life !== "live") return null;
  const standings = await system.standings(card.run);
  if (isRefusal(standings)) return null;
  for (const standing of standings) {
    const { lease } = standing;
    if (lease !== null && lease.token === env["CAIRN_TOKEN"]) return { card, standing, lease };
  }
  return null;
};
