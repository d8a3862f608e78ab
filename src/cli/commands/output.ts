// Verb `cairn job output`: shows an agent's actions in an attempt, live or afterwards, or its raw output.
import { type AttemptState, attemptStates } from "../../core/attempt-states.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Outputs, System, Transcript } from "../../runtime/system.ts";
import { clean, cleanLine } from "../clean.ts";
import { flowed, type Page } from "../layout.ts";
import { paint } from "../style.ts";
import { entriesOf, type TranscriptEvent } from "../../core/transcript.ts";
import { has } from "../args.ts";
import { changes } from "../changes.ts";
import { briefText, entryText, resumeTyped } from "../transcript-text.ts";
import { pick } from "../pick.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";

export type Outcome = { readonly state: AttemptState; readonly why: string | null };

/** null: not over, or the ledger says nothing of its end. */
export const outcomeOf = async (
  system: System,
  run: string,
  fence: number,
): Promise<Outcome | null> => {
  const attempts = await system.timeline(run);
  if (isRefusal(attempts)) return null;
  const attempt = attempts.find((one) => one.fence === fence);
  const last = attempt?.ends.at(-1);
  return attempt?.over !== true || last === undefined ? null : { state: last.is, why: last.why };
};

const outcomeText = ({ state, why }: Outcome, page: Page): string => {
  const { sign, word, shade } = attemptStates[state];
  return flowed(
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

type Part = { readonly next: number; readonly over: boolean; readonly kept: boolean };
type Reading<T> = {
  readonly read: (from: number) => Promise<T | Refusal>;
  readonly told: (part: T) => void;
  /** Receives stored parts after live ones; prints the remainder. */
  readonly rest: (parts: readonly T[]) => void;
};

/** Each call reads all available parts; true: the end is reached. */
const createReader = <T extends Part>({
  read,
  told,
  rest,
}: Reading<T>): (() => Promise<boolean | Refusal>) => {
  let from = 0;
  let live = false;
  const whole = async (): Promise<readonly T[] | Refusal> => {
    const parts: T[] = [];
    for (let at = 0; ;) {
      const part = await read(at);
      if (isRefusal(part)) return part;
      parts.push(part);
      if (part.next === at) return parts;
      at = part.next;
    }
  };
  return async () => {
    for (;;) {
      const part = await read(from);
      if (isRefusal(part)) return part;
      if (part.kept && live && from > 0) {
        const parts = await whole();
        if (isRefusal(parts)) return parts;
        rest(parts);
        return true;
      }
      live = !part.kept;
      told(part);
      if (part.next === from) return part.over;
      from = part.next;
    }
  };
};

/** A call is printed with its end, once known; `flush`: the stream has ended. */
const createTeller = ({ context }: Following) => {
  let waiting: readonly TranscriptEvent[] = [];
  const tellEntries = (events: readonly TranscriptEvent[]): void => {
    for (const entry of entriesOf(events))
      context.tell({ json: entry, text: (page) => entryText(entry, page) });
  };
  /** The first open call, which blocks later output to keep the order. */
  const openCall = (): number => {
    const ended = new Set(waiting.flatMap((event) => (event.is === "ended" ? [event.id] : [])));
    return waiting.findIndex(
      (event) => event.is !== "ended" && "id" in event && event.id !== "" && !ended.has(event.id),
    );
  };
  return {
    tell(events: readonly TranscriptEvent[]): void {
      waiting = [...waiting, ...events];
      const open = openCall();
      tellEntries(open === -1 ? waiting : waiting.slice(0, open));
      waiting = open === -1 ? [] : waiting.slice(open);
    },
    flush(): void {
      tellEntries(waiting);
      waiting = [];
    },
  };
};

/** Repeats: at once, then after each change until the end. */
const inRounds = async (
  following: Following,
  round: () => Promise<boolean | Refusal>,
): Promise<Answer | Refusal> => {
  const { context, system } = following;
  const signal = has(context.given, "follow") ? context.interrupted() : null;
  const first = await round();
  if (isRefusal(first)) return first;
  if (first || signal === null) return { exit: exits.done };
  for await (const _ of changes(system, signal)) {
    const over = await round();
    if (isRefusal(over)) return over;
    if (over) return { exit: exits.done };
  }
  return { exit: exits.interrupted };
};

/** In characters: how much of the printed end to look for in the stored output. */
const seam = 2_000;

const raw = async (following: Following): Promise<Answer | Refusal> => {
  const { context, outputs, run, fence } = following;
  let last = "";
  const tell = (text: string): void => {
    if (text === "") return;
    last = (last + text).slice(-seam);
    context.tell({ json: { text }, text: () => clean(text).replace(/\n$/u, "") });
  };
  return inRounds(
    following,
    createReader({
      read: (from) => outputs.output(run, fence, from),
      told: ({ text }) => tell(text),
      rest: (parts) => {
        const text = parts.map((part) => part.text).join("");
        const at = text.lastIndexOf(last);
        tell(at === -1 ? text : text.slice(at + last.length));
      },
    }),
  );
};

/** The stored events that follow those already printed. */
const after = (
  events: readonly TranscriptEvent[],
  told: readonly TranscriptEvent[],
): readonly TranscriptEvent[] => {
  const last = JSON.stringify(told.at(-1));
  const at =
    JSON.stringify(events[told.length - 1]) === last
      ? told.length - 1
      : events.findLastIndex((one) => JSON.stringify(one) === last);
  return events.slice(at + 1);
};

const tellBrief = ({ context }: Following, brief: string): void => {
  const whole = has(context.given, "brief");
  context.tell({
    json: { is: "brief", text: brief },
    text: (page) => `${briefText(brief, page, whole)}\n`,
  });
};

const transcript = async (following: Following): Promise<Answer | Refusal> => {
  const { outputs, run, fence, context } = following;
  const teller = createTeller(following);
  const told: TranscriptEvent[] = [];
  const seen: { brief: boolean; resume: Transcript["resume"] } = { brief: false, resume: null };
  const tell = (events: readonly TranscriptEvent[]): void => {
    told.push(...events);
    teller.tell(events);
  };
  const answer = await inRounds(
    following,
    createReader<Transcript>({
      read: async (from) => {
        const part = await outputs.transcript(run, fence, from);
        if (!isRefusal(part)) seen.resume = part.resume;
        return part;
      },
      told: ({ brief, events }) => {
        if (brief !== null && !seen.brief) tellBrief(following, brief);
        seen.brief = true;
        tell(events);
      },
      rest: (parts) => {
        const events = parts.flatMap((part) => part.events);
        tell(after(events, told));
      },
    }),
  );
  if (isRefusal(answer)) return answer;
  teller.flush();
  const outcome = await outcomeOf(following.system, run, fence);
  if (outcome !== null)
    context.tell({
      json: { is: "outcome", ...outcome },
      text: (page) => `\n${outcomeText(outcome, page)}`,
    });
  if (seen.resume === null || has(context.given, "json")) return answer;
  const typed = resumeTyped(seen.resume);
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
