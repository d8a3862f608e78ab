// MCP tool `ask`: a question to a person in the middle of a job.
import { z } from "zod";
import { isRefusal, refuse } from "../../core/refusal.ts";
import { run, token } from "../fields.ts";
import { sendAs, workingOf } from "../holder-job.ts";
import { sentText } from "../event-lines.ts";
import { tool } from "../tool.ts";

export const ask = tool("ask", {
  means:
    "Ask a person what your job can't go on without. Asked, it may be taken from you until it is answered.",
  args: z.strictObject({
    question: z.string(),
    options: z.array(z.string()).optional().describe("answers to choose from"),
    run,
    token,
  }),
  async run(call, args) {
    const working = await workingOf(call, args);
    if (isRefusal(working)) return working;
    const { held, job, says } = working;
    const command = says?.ask(job, args.question, args.options ?? []) ?? null;
    if (command === null)
      return refuse("ASK_UNSUPPORTED", `a job like ${job.key} asks by its report alone`, {
        fits: "say in the report that you are blocked, and by what, as its schema allows",
      });
    const sent = await sendAs(call, held, command);
    if (isRefusal(sent)) return sent;
    const still = await call.system.job(held.card.run, held.job);
    return [
      await sentText(call, held.card.protocol, sent),
      isRefusal(still)
        ? "the job is not yours any more: it is due again with the answer. Stop working on it."
        : "your job goes on",
    ].join("\n");
  },
});
