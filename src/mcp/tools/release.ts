// MCP tool `release`: gives a job back at once, before its lease runs out.
import { z } from "zod";
import { isRefusal } from "../../core/refusal.ts";
import { run, token } from "../fields.ts";
import { heldOf } from "../claim.ts";
import { sentText } from "../event-lines.ts";
import { tool } from "../tool.ts";

export const release = tool("release", {
  means: "Give a claimed job back undone.",
  args: z.strictObject({ reason: z.string().describe("for the next holder"), run, token }),
  async run(call, args) {
    const held = await heldOf(call, args);
    if (isRefusal(held)) return held;
    const sent = await call.system.release(held.card.run, held.token, args.reason);
    return isRefusal(sent) ? sent : sentText(call, held.card.protocol, sent);
  },
});
