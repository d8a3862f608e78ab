// MCP tool `read`: pages of briefs, files and logs, for clients without resources.
import { z } from "zod";
import { isRefusal } from "../../core/refusal.ts";
import { briefText } from "../brief.ts";
import { documentOf } from "../documents.ts";
import { from, nameLimit, run, token } from "../fields.ts";
import { runOf } from "../claim.ts";
import { tool } from "../tool.ts";

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
