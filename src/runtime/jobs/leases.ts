// Taking and ending of jobs' leases, and the filter of lapsed ones.
import type { Lease } from "../../core/row.ts";
import type { LeaseAsk } from "../../ledger/ledger.ts";
import type { Engine } from "../engine.ts";

/** A lapsed lease is suspect and no longer counts. */
export const liveOf = (leases: readonly Lease[], now: string): readonly Lease[] =>
  leases.filter(({ until }) => until > now);

type TakeAsk = Omit<Extract<LeaseAsk, { do: "take" }>, "do" | "host">;

/** null: already held. `host`: the granting process; defaults to this machine. */
export const takeLease = async (
  { ledger, machine }: Engine,
  ask: TakeAsk,
  host = machine(),
): Promise<Lease | null> => {
  const answer = await ledger.lease({ do: "take", host, ...ask });
  return answer.is === "granted" ? answer.lease : null;
};

export const endLease = async (
  { ledger }: Pick<Engine, "ledger">,
  { run, token }: Pick<Lease, "run" | "token">,
): Promise<void> => {
  await ledger.lease({ do: "end", run, token });
};
