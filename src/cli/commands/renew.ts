// Verb `cairn renew`: extends the lease of a job.
import { isRefusal } from "../../core/refusal.ts";
import { heldLease, heldArgs } from "../held-lease.ts";
import { exits, type Verb } from "../verb.ts";
import { tokenOption } from "../who.ts";

export const renew: Verb = {
  name: "renew",
  summary: "keep a claimed job for longer",
  args: heldArgs,
  options: tokenOption,
  example: ["cairn renew 0198f3 --token 7.k3v9"],
  run: async (context) => {
    const system = await context.system();
    const job = await heldLease(context, system);
    if (isRefusal(job)) return job;
    const lease = await system.renew(job.run, job.token);
    if (isRefusal(lease)) return lease;
    return {
      exit: exits.done,
      json: { run: job.run, job: lease.job, until: lease.until },
      text: () => `${lease.job} is yours until ${lease.until}`,
    };
  },
};
