// Verbs `cairn job claim`, `report`, `renew` and `release`: of who does a job by hand, or comes by themselves.
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Sender } from "../../core/protocol.ts";
import type { Card } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { has, last, type Options } from "../flags/args.ts";
import { json } from "../flags/compose.ts";
import { fitted } from "../terminal/layout.ts";
import { pick } from "../pick/pick.ts";
import { sentAnswer } from "../text/sent.ts";
import { type Answer, type Arg, type Context, exits, type Verb } from "../verb.ts";
import { speaker, tokenOf } from "../who.ts";

const heldArgs: readonly Arg[] = [
  { word: "RUN", must: false, means: "the run; default: CAIRN_RUN" },
];

const heldToken: Options = {
  token: { means: "of the job; default: CAIRN_TOKEN, else of the one that you claimed", word: "T" },
};

type Held = Pick<Card, "run" | "protocol"> & { readonly system: System; readonly token: string };

/** The token of the run's job that this person claimed by name; agents show theirs. */
const claimedBy = async (
  system: System,
  run: string,
  { kind, name }: Sender,
): Promise<string | Refusal> => {
  if (kind !== "person")
    return refuse("TOKEN_MISSING", "this is for the holder of a job", {
      fits: "--token T, as `cairn job claim` gave it, or CAIRN_TOKEN",
    });
  const standings = await system.standings(run);
  if (isRefusal(standings)) return standings;
  const own = standings.flatMap(({ job: { key }, lease }) =>
    lease?.holder.name === name && lease.holder.agent === null ? [{ key, token: lease.token }] : [],
  );
  const [first, ...more] = own;
  if (first === undefined)
    return refuse("TOKEN_MISSING", `${name} has no job of run ${run}`, {
      fits: `take one first: cairn job claim ${run} JOB (cairn status --next lists them)`,
    });
  if (more.length > 0)
    return refuse(
      "JOB_AMBIGUOUS",
      `${name} has ${own.length} jobs: ${own.map(({ key }) => key).join(", ")}`,
      { fits: "say which by --token T, as `cairn job claim` gave it" },
    );
  return first.token;
};

/** By the token of the flag or the environment, else by the name of the person who claimed it. */
const heldJob = async (context: Context): Promise<Held | Refusal> => {
  const system = await context.system();
  const picked = await pick(context, system);
  if (isRefusal(picked)) return picked;
  const { run, protocol } = picked.card;
  const token =
    tokenOf(context, run) ?? (await claimedBy(system, run, await speaker(context, system)));
  return typeof token === "string" ? { system, run, protocol, token } : token;
};

export const claim: Verb = {
  name: "job claim",
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
    "cairn job claim 0198f3 task-2-1 --as ana",
    "cairn job claim 0198f3 task-2-1 --as worker-7 --agent codex --json",
  ],
  run: async (context) => {
    const system = await context.system();
    const picked = await pick(context, system, { words: "JOB" });
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
            `${lease.job} is yours until ${lease.until}; renewing it in time keeps it: cairn job renew ${run} --token ${lease.token}`,
            `when done: cairn job report ${run} --token ${lease.token} --data @report.json`,
            `or in one sentence, where the brief asks for no judgement: cairn job report ${run} --token ${lease.token} --done "WHAT WAS DONE"`,
            "where the brief below asks for a block at the end of a message, its JSON counts by these commands alone: no message of yours is read",
          ].map((line) => fitted(line, page)),
          "",
          brief,
        ].join("\n"),
    };
  },
};

/** The least report, from a sentence. */
const inOneSentence = async (context: Context, sentence: string): Promise<Answer | Refusal> => {
  if (sentence.trim() === "")
    return refuse("USAGE", "--done is empty", { fits: 'say what you did: --done "one sentence"' });
  const { leastReport } = await import("../../core/reports/least-report.ts");
  const held = await heldJob(context);
  if (isRefusal(held)) return held;
  const { system, run, protocol, token } = held;
  const standings = await system.standings(run);
  if (isRefusal(standings)) return standings;
  const job = standings.find(({ lease }) => lease?.token === token)?.job;
  // A stale token is the door's to refuse.
  const data = job === undefined ? {} : leastReport(job, sentence);
  return isRefusal(data)
    ? data
    : sentAnswer(system, protocol, await system.report(run, token, data));
};

export const report: Verb = {
  name: "job report",
  summary: "hand in the report of a job, as its brief describes it",
  args: heldArgs,
  options: {
    ...heldToken,
    data: { means: "the report: JSON, @FILE, or - for standard input", word: "JSON" },
    done: {
      means: "what you did, in one sentence: the least report of the job",
      word: "TEXT",
    },
  },
  // Hours of an agent's work must not be lost to a minute's outage.
  stays: "waits",
  example: [
    'cairn job report --done "the total counts quantities"',
    "cairn job report --data @report.json",
    "cairn job report 0198f3 --token 7.k3v9 --data - < report.json",
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
    const job = await heldJob(context);
    if (isRefusal(job)) return job;
    const sent = await job.system.report(job.run, job.token, data.value);
    const answer = await sentAnswer(job.system, job.protocol, sent);
    // A hosted job's submission waits in its spool until its process ends.
    const waits = !isRefusal(answer) && !isRefusal(sent) && sent.events.length === 0;
    return waits
      ? { ...answer, text: () => "handed in; it is read when the job's process has ended" }
      : answer;
  },
};

export const renew: Verb = {
  name: "job renew",
  summary: "keep a claimed job for longer",
  args: heldArgs,
  options: heldToken,
  example: ["cairn job renew", "cairn job renew 0198f3 --token 7.k3v9"],
  run: async (context) => {
    const job = await heldJob(context);
    if (isRefusal(job)) return job;
    const lease = await job.system.renew(job.run, job.token);
    if (isRefusal(lease)) return lease;
    return {
      exit: exits.done,
      json: { run: job.run, job: lease.job, until: lease.until },
      text: () => `${lease.job} is yours until ${lease.until}`,
    };
  },
};

export const release: Verb = {
  name: "job release",
  summary: "give a claimed job back",
  args: heldArgs,
  options: { ...heldToken, reason: { means: "why, for the next holder", word: "TEXT" } },
  example: [
    'cairn job release --reason "no access to the database"',
    "cairn job release 0198f3 --token 7.k3v9",
  ],
  run: async (context) => {
    const job = await heldJob(context);
    if (isRefusal(job)) return job;
    const sent = await job.system.release(job.run, job.token, last(context.given, "reason") ?? "");
    return sentAnswer(job.system, job.protocol, sent);
  },
};
