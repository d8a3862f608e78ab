// Verb `cairn claim`: takes a job under a lease and prints its brief, for agents that come by themselves.
import { isRefusal } from "../../core/refusal.ts";
import { has, last } from "../args.ts";
import { fitted } from "../layout.ts";
import { pick } from "../pick.ts";
import { exits, type Verb } from "../verb.ts";
import { speaker } from "../who.ts";

export const claim: Verb = {
  name: "claim",
  summary: "take a job: its token, until when it is yours, and its brief",
  args: [
    { word: "RUN", must: false, means: "the run; the only live one if not said" },
    { word: "JOB", must: true, means: "its key, or the unit that it is about" },
  ],
  options: {
    agent: { means: "which program does it, recorded as claimed", word: "NAME" },
    conversation: { means: "in which of its conversations", word: "ID" },
    here: {
      means:
        "work in your checkout: what differs there from the run's base counts as this job's work",
      word: null,
    },
  },
  example: [
    "cairn claim 0198f3 task-2-1 --as ana",
    "cairn claim 0198f3 task-2-1 --as worker-7 --agent codex --json",
  ],
  run: async (context) => {
    const system = await context.system();
    const picked = await pick(context, system, { min: 1, max: 1, words: "JOB" });
    if (isRefusal(picked)) return picked;
    const { run } = picked.card;
    const by = await speaker(context, system);
    const agent = last(context.given, "agent") ?? by.agent ?? null;
    const conversation = last(context.given, "conversation") ?? by.conversation ?? null;
    const claimed = await system.claim(
      run,
      picked.rest[0] ?? "",
      { ...by, agent, conversation },
      has(context.given, "here"),
    );
    if (isRefusal(claimed)) return claimed;
    const { lease, brief, place, told } = claimed;
    for (const line of told) context.note(line);
    return {
      exit: exits.done,
      json: { run, job: lease.job, token: lease.token, until: lease.until, place, brief },
      text: (page) =>
        [
          ...[
            `${lease.job} is yours until ${lease.until}; renewing it in time keeps it: cairn renew ${run} --token ${lease.token}`,
            `when done: cairn report ${run} --token ${lease.token} --data @report.json`,
            `or in one sentence, where the brief asks for no judgement: cairn report ${run} --token ${lease.token} --done "WHAT WAS DONE"`,
            "where the brief below asks for a block at the end of a message, its JSON counts by these commands alone: no message of yours is read",
          ].map((line) => fitted(line, page)),
          "",
          brief,
        ].join("\n"),
    };
  },
};
