// MCP tool `report`: ends a job by its report, checked while it can still be corrected.
import { z } from "zod";
import { isRefusal } from "../../core/refusal.ts";
import { run, token } from "../fields.ts";
import { heldOf, isHosted } from "../claim.ts";
import { sentText } from "../event-lines.ts";
import { tool } from "../tool.ts";

export const report = tool("report", {
  means: "End your job by its report: the JSON that its brief describes. Once, at the end.",
  args: z.strictObject({ report: z.looseObject({}), run, token }),
  async run(call, args) {
    const held = await heldOf(call, args);
    if (isRefusal(held)) return held;
    const sent = await call.system.report(held.card.run, held.token, args.report);
    if (isRefusal(sent)) return sent;
    // A hosted job's report is judged together with the end of its process.
    return sent.events.length === 0 && (await isHosted(call, held))
      ? "handed in; it is read when your process has ended: end now"
      : sentText(call, held.card.protocol, sent);
  },
});
