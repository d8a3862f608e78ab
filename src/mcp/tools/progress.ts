// MCP tool `progress`: renews the lease of a job and records notes as claims.
import { z } from "zod";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { run, token } from "../fields.ts";
import { filled, type Claim, isHosted } from "../claim.ts";
import { sendAs, workingOf } from "../holder-job.ts";
import { sentText } from "../event-lines.ts";
import { tool } from "../tool.ts";
import type { Call } from "../world.ts";

/** Until when the job is held. A hosted job's lease is renewed by its host only: otherwise a dead host would look alive. */
const renewed = async (call: Call, held: Claim): Promise<string | Refusal> => {
  if (await isHosted(call, held)) return "your job goes on";
  const lease = await call.system.renew(held.card.run, held.token);
  return isRefusal(lease) ? lease : `the job is yours until ${lease.until}`;
};

export const progress = tool("progress", {
  means:
    "Keep your job, and note what was done or found. Notes are kept as claims: cairn runs the checks itself.",
  args: z.strictObject({
    note: z.string().optional(),
    criterion: z.int().min(1).optional().describe("its number, if the note is evidence of it"),
    command: z.string().optional().describe("that shows it"),
    path: z.string().optional().describe("of a file that shows it"),
    run,
    token,
  }),
  async run(call, args) {
    const working = await workingOf(call, args);
    if (isRefusal(working)) return working;
    const { held, job, says } = working;
    const kept = await renewed(call, held);
    const text = filled(args.note);
    if (isRefusal(kept) || text === null) return kept;
    const { criterion = null, command, path } = args;
    const said =
      says?.note(job, { text, criterion, command: filled(command), path: filled(path) }) ?? null;
    if (said === null)
      return `${kept}\nthe note was not kept: a job like this has none on the way. Say it in the report.`;
    const sent = await sendAs(call, held, said);
    return isRefusal(sent) ? sent : `${kept}\n${await sentText(call, held.card.protocol, sent)}`;
  },
});
