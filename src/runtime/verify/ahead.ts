// Verify check of event times: none later than the ledger's clock by more than 60 s.
import type { Engine } from "../engine.ts";
import type { TrustFinding } from "../findings.ts";
import { finding } from "./codes.ts";
import type { Walk } from "./walk.ts";

/** In ms: failover servers and adjusted clocks agree no better. */
const toleranceMs = 60_000;

/** By the ledger's clock, which is only queried if this machine's raises doubt. */
export const compareTimes = async (
  { ledger, now }: Engine,
  walk: Walk,
): Promise<readonly TrustFinding[]> => {
  const { version, at } = walk.latest();
  const isAhead = (time: string): boolean =>
    version > 0 && !(Date.parse(at) <= Date.parse(time) + toleranceMs);
  if (!isAhead(now())) return [];
  const there = await ledger.now();
  if (!isAhead(there)) return [];
  const text = `event ${version} is stamped ${JSON.stringify(at)}, and by the ledger's clock it is ${there} now: it can't have been recorded then`;
  return [finding("TIME_AHEAD", { run: walk.run, version }, text)];
};
