// Verb `cairn report`: submits a job's report, for agents without a final message.
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import { last } from "../args.ts";
import { json } from "../compose.ts";
import { heldLease, heldArgs } from "../held-lease.ts";
import { pick } from "../pick.ts";
import { sentAnswer } from "../sent.ts";
import type { Answer, Context, Verb } from "../verb.ts";
import { speaker, tokenOf, tokenOption } from "../who.ts";

/** Reported by a person who claimed it by name. */
const inOneSentence = async (context: Context, sentence: string): Promise<Answer | Refusal> => {
  if (sentence.trim() === "")
    return refuse("USAGE", "--done is empty", { fits: 'say what you did: --done "one sentence"' });
  const [{ claimedBy }, { leastReport }] = await Promise.all([
    import("../claimed-by.ts"),
    import("../../core/least-report.ts"),
  ]);
  const system = await context.system();
  const picked = await pick(context, system, { min: 0, max: 0, words: "" });
  if (isRefusal(picked)) return picked;
  const { run, protocol } = picked.card;
  const own = await claimedBy(
    system,
    run,
    (await speaker(context, system)).name,
    tokenOf(context, run),
  );
  if (isRefusal(own)) return own;
  const data = leastReport(own.job, sentence);
  return isRefusal(data)
    ? data
    : sentAnswer(system, protocol, await system.report(run, own.lease.token, data));
};

export const report: Verb = {
  name: "report",
  summary: "hand in the report of a job, as its brief describes it",
  args: heldArgs,
  options: {
    ...tokenOption,
    data: { means: "the report: JSON, @FILE, or - for standard input", word: "JSON" },
    done: {
      means:
        "what you did, in one sentence: the least report of the job that you claimed; needs no token",
      word: "TEXT",
    },
  },
  // Hours of an agent's work must not be lost to a minute's outage.
  stays: "waits",
  example: [
    'cairn report --done "the total counts quantities"',
    "cairn report --data @report.json",
    "cairn report 0198f3 --token 7.k3v9 --data - < report.json",
  ],
  run: async (context) => {
    const given = last(context.given, "data");
    const sentence = last(context.given, "done");
    if (sentence !== null) {
      if (given !== null)
        return refuse("USAGE", "--done and --data say the same twice", { fits: "one of them" });
      return inOneSentence(context, sentence);
    }
    if (given === null)
      return refuse("USAGE", "the report itself is missing", {
        fits: "--data JSON, @FILE, or - for standard input; or --done TEXT",
      });
    const data = await json(given, context.read, "--data");
    if (isRefusal(data)) return data;
    const system = await context.system();
    const job = await heldLease(context, system);
    if (isRefusal(job)) return job;
    const sent = await system.report(job.run, job.token, data.value);
    const answer = await sentAnswer(system, job.protocol, sent);
    // A hosted job's submission waits in its spool until its process ends.
    const waits = !isRefusal(answer) && !isRefusal(sent) && sent.events.length === 0;
    return waits
      ? { ...answer, text: () => "handed in; it is read when the job's process has ended" }
      : answer;
  },
};
