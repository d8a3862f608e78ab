// MCP tool `read`: pages of briefs, files and logs.
import { z } from "zod";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { documentOf } from "../documents.ts";
import { from, nameLimit, run, token } from "../fields.ts";
import { type RunOrToken, runOf, workingOf } from "../claim.ts";
import { tool } from "../tool.ts";
import { paged } from "../answer.ts";
import type { Call } from "../world.ts";

const briefText = async (
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

export const read = tool("read", {
  means:
    'Read, a page at a time: "brief" (your job\'s), "jobs", "evidence[/UNIT]", "output/DIGEST", "log", "files", a file\'s path, "commands[/NAME]".',
  looks: true,
  args: z.strictObject({ what: z.string().max(nameLimit), from, run, token }),
  async run(call, args) {
    const what = args.what.trim();
    if (what === "brief") return briefText(call, args, args.from);
    const card = await runOf(call, args.run, "newest");
    return isRefusal(card) ? card : documentOf(call, card, what, args.from);
  },
});
