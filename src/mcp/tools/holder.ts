// MCP tools of a job's holder: keep it and note what was found, ask a person, end it by its report, give it back.
import { z } from "zod";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import { type Claim, filled, heldOf, isHosted, workingOf } from "../claim.ts";
import { sentText } from "../event-lines.ts";
import { run, token } from "../fields.ts";
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
    const sent = await call.system.send(held.card.run, [said], held.by);
    return isRefusal(sent) ? sent : `${kept}\n${await sentText(call, held.card.protocol, sent)}`;
  },
});

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
    const sent = await call.system.send(held.card.run, [command], held.by);
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
