// Current job of an MCP caller, and commands under its fence; refused once the job is no longer due.
import type { Job } from "../core/job.ts";
import type { Command } from "../core/protocol.ts";
import { isRefusal, refuse, type Refusal } from "../core/refusal.ts";
import type { Says } from "../core/reports/says.ts";
import { heldOf, type Claim, type RunOrToken } from "./claim.ts";
import type { Call } from "./world.ts";

export type Working = { readonly held: Claim; readonly job: Job; readonly says: Says | undefined };

/** The caller's job in the current state; refused if it is no longer due. */
export const workingOf = async (call: Call, named: RunOrToken): Promise<Working | Refusal> => {
  const held = await heldOf(call, named);
  if (isRefusal(held)) return held;
  const loaded = await call.system.load(held.card.run);
  if (isRefusal(loaded)) return loaded;
  const { protocol, state } = loaded;
  const job = protocol.jobs(state).find(({ key }) => key === held.job);
  if (job === undefined)
    return refuse("JOB_UNKNOWN", `${held.job} is no longer due: nothing more of it counts`, {
      fits: "stop; `status` shows what is due",
    });
  return { held, job, says: protocol.says };
};

/** Sends a holder's command under its fence. */
export const sendAs = async (
  { system }: Call,
  { card, by }: Claim,
  command: Command,
): ReturnType<typeof system.send> => system.send(card.run, [command], by);
