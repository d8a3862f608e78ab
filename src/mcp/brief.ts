// Why: an agent that has forgotten its brief, or was cut off from it, reads the same one again.
import type { Refusal } from "../core/refusal.ts";
import { isRefusal } from "../core/refusal.ts";
import { paged } from "./answer.ts";
import type { Named } from "./held.ts";
import { workingOf } from "./holder-job.ts";
import type { Call } from "./world.ts";

/** More than any brief has. */
const briefLimit = 1024 * 1024;

export const briefText = async (call: Call, named: Named, from?: number): Promise<string | Refusal> => {
  const working = await workingOf(call, named);
  if (isRefusal(working)) return working;
  const { held, job } = working;
  const { system } = call;
  const { run } = held.card;
  const spooled = (await system.workspace.spool.list(run)).entries.find(({ fence }) => fence === held.by.fence);
  // What a hosted one was given counts, also where the run went on meanwhile.
  if (spooled !== undefined) return paged(await system.workspace.spool.text(spooled.folder, "brief.md", briefLimit), from);
  const loaded = await system.load(run);
  if (isRefusal(loaded)) return loaded;
  const facts = await system.facts(run, loaded.protocol.ask(loaded.state, job));
  return isRefusal(facts) ? facts : paged(loaded.protocol.brief(loaded.state, job, facts), from);
};
