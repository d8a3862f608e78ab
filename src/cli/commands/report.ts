// Why: an agent hands in its job's report by this verb where it has no final message, or doesn't trust it.
import { isRefusal, refuse } from "../../core/refusal.ts";
import { last } from "../args.ts";
import { json } from "../compose.ts";
import { held, heldArgs } from "../held.ts";
import { sentAnswer } from "../sent.ts";
import type { Verb } from "../verb.ts";
import { tokenOption } from "../who.ts";

export const report: Verb = {
  name: "report",
  summary: "hand in the report of a job, as its brief describes it",
  args: heldArgs,
  options: { ...tokenOption, data: { means: "the report: JSON, @FILE, or - for standard input", word: "JSON" } },
  // What an agent has done in hours must not be given up because a server is away for a minute.
  stays: "waits",
  example: ["cairn report --data @report.json", "cairn report 0198f3 --token 7.k3v9 --data - < report.json"],
  run: async (context) => {
    const given = last(context.given, "data");
    if (given === null) return refuse("USAGE", "the report itself is missing", { fits: "--data JSON, @FILE, or - for standard input" });
    const data = await json(given, context.read, "--data");
    if (isRefusal(data)) return data;
    const system = await context.system();
    const job = await held(context, system);
    if (isRefusal(job)) return job;
    const sent = await system.report(job.run, job.token, data.value);
    const answer = await sentAnswer(system, job.protocol, sent);
    // What a hosted job hands in waits in its spool until its process ends.
    const waits = !isRefusal(answer) && !isRefusal(sent) && sent.events.length === 0;
    return waits ? { ...answer, text: () => "handed in; it is read when the job's process has ended" } : answer;
  },
};
