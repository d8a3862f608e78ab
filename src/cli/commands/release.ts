// Verb `cairn release`: gives a job back at once, before its lease expires.
import { isRefusal } from "../../core/refusal.ts";
import { last } from "../args.ts";
import { heldLease, heldArgs } from "../held-lease.ts";
import { sentAnswer } from "../sent.ts";
import type { Verb } from "../verb.ts";
import { tokenOption } from "../who.ts";

export const release: Verb = {
  name: "release",
  summary: "give a claimed job back",
  args: heldArgs,
  options: {
    ...tokenOption,
    reason: { means: "why, for the next holder", word: "TEXT" },
    note: { means: "the same as --reason", word: "TEXT", hidden: true },
  },
  example: ['cairn release 0198f3 --token 7.k3v9 --reason "no access to the database"'],
  run: async (context) => {
    const system = await context.system();
    const job = await heldLease(context, system);
    if (isRefusal(job)) return job;
    const sent = await system.release(
      job.run,
      job.token,
      last(context.given, "reason") ?? last(context.given, "note") ?? "",
    );
    return sentAnswer(system, job.protocol, sent);
  },
};
