// MCP tool `claim`: takes a job under a lease and returns its token and brief.
import { z } from "zod";
import { isRefusal, refuse } from "../../core/refusal.ts";
import { nameLimit, run } from "../fields.ts";
import { runOf, stranger } from "../claim.ts";
import { tool } from "../tool.ts";

export const claim = tool("claim", {
  means:
    "Take a job: answers its token and its brief. It is yours for 30 minutes, longer by each `progress`.",
  args: z.strictObject({
    job: z.string().max(nameLimit).describe("its key, or the unit it is about"),
    as: z
      .string()
      .max(nameLimit)
      .optional()
      .describe("your name, unlike that of other agents here"),
    run,
  }),
  async run(call, args) {
    // A hosted agent only does the job that it was started for.
    if (call.world.own.token !== null || (await call.system.ofJob()) !== null)
      return refuse("JOB_HELD", "this process has a job already: it claims no other", {
        fits: 'read {"what": "brief"} tells what to do',
      });
    const card = await runOf(call, args.run);
    if (isRefusal(card)) return card;
    const claimed = await call.system.claim(
      card.run,
      args.job.trim(),
      await stranger(call, args.as),
    );
    if (isRefusal(claimed)) return claimed;
    const { lease, brief, told } = claimed;
    return [
      `run: ${card.run}`,
      `job: ${lease.job}`,
      `token: ${lease.token}`,
      `until: ${lease.until}`,
      ...told,
      "Hand this token in with `progress`, `ask`, `send`, and in the end `report` or `release`.",
      "The report that the brief below describes counts by the tool `report` alone, as JSON: a block of it in this chat is not read.",
      "",
      brief,
    ].join("\n");
  },
});
