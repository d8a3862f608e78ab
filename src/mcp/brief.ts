// Text of a job's brief over MCP: the same one at every reading.
import { isRefusal, type Refusal } from "../core/refusal.ts";
import { paged } from "./answer.ts";
import type { RunOrToken } from "./claim.ts";
import { workingOf } from "./holder-job.ts";
import type { Call } from "./world.ts";

export const briefText = async (
  call: Call,
  named: RunOrToken,
  from?: number,
): Promise<string | Refusal> => {
  const working = await workingOf(call, named);
  if (isRefusal(working)) return working;
  const { held, job } = working;
  const brief = await call.system.brief(held.card.run, job, held.by.fence ?? null);
  return isRefusal(brief) ? brief : paged(brief, from);
};
