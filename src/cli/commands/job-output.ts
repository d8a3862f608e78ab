// Verb `cairn job output`: shows an agent's actions in an attempt, live or afterwards, or its raw output.
import { type AttemptState, attemptStates } from "../../core/words/attempt-states.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Outputs, System } from "../../runtime/system.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { type Page, fitted, paint } from "../terminal/layout.ts";
import type { TranscriptEntry } from "../../core/agents/transcript.ts";
import { has } from "../flags/args.ts";
import { inRounds } from "../changes.ts";
import { briefText, entryText, resumeTyped } from "../text/transcript-text.ts";
import { behind, printedTexts, transcripts } from "../text/transcripts.ts";
import { pick } from "../pick/pick.ts";
import type { Answer, Context, Verb } from "../verb.ts";

type Outcome = { readonly state: AttemptState; readonly why: string | null };

/** null: not over, or the ledger says nothing of its end. */
const outcomeOf = async (system: System, run: string, fence: number): Promise<Outcome | null> => {
  const attempts = await system.timeline(run);
  if (isRefusal(attempts)) return null;
  const attempt = attempts.find((one) => one.fence === fence);
  const last = attempt?.ends.at(-1);
  return attempt?.over !== true || last === undefined ? null : { state: last.is, why: last.why };
};

const outcomeText = ({ state, why }: Outcome, page: Page): string => {
  const { sign, word, shade } = attemptStates[state];
  return fitted(
    `${paint(page, shade, `${sign} ${word}`)}${why === null ? "" : `: ${cleanLine(why)}`}`,
    page,
  );
};

type Following = {
  readonly context: Context;
  readonly system: System;
  readonly outputs: Outputs;
  readonly run: string;
  readonly fence: number;
};

const raw = (following: Following): Promise<Answer | Refusal> => {
  const { context, system, outputs, run, fence } = following;
  const read = printedTexts(outputs);
  let printed = "";
  return inRounds(context, system, async () => {
    const now = await read(run, fence);
    if (isRefusal(now)) return now;
    const text = now.text === printed ? "" : now.text.slice(behind(now.text, printed));
    if (text !== "") context.tell({ json: { text }, text: () => clean(text).replace(/\n$/u, "") });
    printed = now.text;
    return now.over;
  });
};

/** How many of them stay as they are: an open call has no end yet, a text in pieces may go on. */
const settled = (steps: readonly TranscriptEntry[]): number => {
  const open = steps.findIndex(
    (step, at) =>
      ("end" in step && step.end === null && step.id !== "") ||
      ("piece" in step && at === steps.length - 1),
  );
  return open === -1 ? steps.length : open;
};

/** Prints each entry once. */
const createTeller = ({ context }: Following) => {
  let [count, last] = [0, ""];
  return (entries: readonly TranscriptEntry[], most: number): void => {
    // Of a long transcript only the beginning and the end are stored.
    const isSame = JSON.stringify(entries[count - 1] ?? "") === last;
    const begin =
      count === 0 || isSame
        ? count
        : entries.findLastIndex((entry) => JSON.stringify(entry) === last) + 1;
    for (const entry of entries.slice(begin, most)) {
      context.tell({ json: entry, text: (page) => entryText(entry, page) });
      last = JSON.stringify(entry);
    }
    count = Math.max(begin, most);
  };
};

const tellBrief = ({ context }: Following, brief: string): void => {
  const whole = has(context.given, "brief");
  context.tell({
    json: { is: "brief", text: brief },
    text: (page) => `${briefText(brief, page, whole)}\n`,
  });
};

const transcript = async (following: Following): Promise<Answer | Refusal> => {
  const { outputs, run, fence, context, system } = following;
  const [read, tell] = [transcripts(outputs), createTeller(following)];
  let isBriefed = false;
  const answer = await inRounds(context, system, async () => {
    const now = await read(run, fence);
    if (isRefusal(now)) return now;
    if (!isBriefed && now.brief !== null) tellBrief(following, now.brief);
    isBriefed = true;
    // Usage comes last, and grows.
    const steps = now.entries.filter(({ is }) => is !== "used");
    tell(steps, settled(steps));
    return now.over;
  });
  if (isRefusal(answer)) return answer;
  const whole = await read(run, fence);
  if (isRefusal(whole)) return whole;
  tell(whole.entries, whole.entries.length);
  const outcome = await outcomeOf(system, run, fence);
  if (outcome !== null)
    context.tell({
      json: { is: "outcome", ...outcome },
      text: (page) => `\n${outcomeText(outcome, page)}`,
    });
  if (whole.resume === null || has(context.given, "json")) return answer;
  const typed = resumeTyped(whole.resume);
  context.tell({
    json: null,
    text: (page) => `\n${paint(page, "dim", `talk on with it: ${typed}`)}`,
  });
  return answer;
};

export const output: Verb = {
  name: "job output",
  views: true,
  summary: "what an agent did and said in a job: its brief, each step, tokens and cost",
  args: [
    {
      word: "RUN",
      must: false,
      means: "the run; if not said, the only live one, else the one that was at work last",
    },
    {
      word: "JOB",
      must: false,
      means: "a job, or the unit it is about; the one at work, else the last one, if not said",
    },
  ],
  options: {
    follow: { means: "go on as it works, until it ends or Ctrl-C", word: null, short: "f" },
    brief: { means: "the whole brief, not only its first lines", word: null },
    raw: { means: "its program's output as it was written", word: null },
  },
  example: [
    "cairn job output -f",
    "cairn job output 0198f3 task-2-1",
    "cairn job output 0198f3 task-2-1 --raw | less",
  ],
  run: async (context): Promise<Answer | Refusal> => {
    const system = await context.system();
    const picked = await pick(context, system, { words: "[JOB]", over: "newest" });
    if (isRefusal(picked)) return picked;
    const { run } = picked.card;
    const outputs = await system.outputs();
    const found = await outputs.find(run, picked.rest[0] ?? null);
    if (isRefusal(found)) return found;
    const { job, agent, fence } = found;
    if (!has(context.given, "json"))
      context.note(`${cleanLine(job)}${agent === null ? "" : `, by ${cleanLine(agent)}`}`);
    const following = { context, system, outputs, run, fence };
    return has(context.given, "raw") ? raw(following) : transcript(following);
  },
};
