// Transcripts of agents and outputs of checks, each read on from where the last look ended.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import {
  entriesOf,
  type TranscriptEntry,
  type TranscriptEvent,
} from "../../core/agents/transcript.ts";
import type { Output, Outputs, Transcript } from "../../runtime/system.ts";

type Known = Omit<Transcript, "events"> & {
  readonly events: readonly TranscriptEvent[];
  readonly entries: readonly TranscriptEntry[];
};
const unread: Known = {
  brief: null,
  events: [],
  entries: [],
  next: 0,
  over: false,
  kept: false,
  resume: null,
};

/** Number of attempts that are kept to be read on: those read last. */
const mostKept = 64;

/** Events that a screen which looks again and again reads of an attempt: its last. */
export const mostShown = 2_000;

/** An attempt so far. @param most events of it: the last */
export const transcripts = (
  outputs: Outputs,
  most = Number.POSITIVE_INFINITY,
): ((run: string, fence: number) => Promise<Known | Refusal>) => {
  const known = new Map<string, Known>();
  return async (run, fence) => {
    const key = `${run} ${fence}`;
    for (let now = known.get(key) ?? unread; ;) {
      const part = await outputs.transcript(run, fence, now.next);
      if (isRefusal(part)) return part;
      const brief = now.brief ?? part.brief;
      if (part.kept && !now.kept) {
        // What is stored once it is over counts otherwise, and is read anew.
        now = { ...unread, brief, kept: true };
        continue;
      }
      const isMore = part.next !== now.next;
      const events = isMore ? [...now.events, ...part.events].slice(-most) : now.events;
      now = { ...part, brief, events, entries: isMore ? entriesOf(events) : now.entries };
      known.delete(key);
      known.set(key, now);
      for (const oldest of [...known.keys()].slice(0, -mostKept)) known.delete(oldest);
      if (!isMore) return now;
    }
  };
};

type Text = Pick<Output, "over" | "kept" | "next"> & { readonly of: string; readonly text: string };

/** All that a check printed so far; the one read last is read on. */
export const printedTexts = (
  outputs: Outputs,
): ((run: string, fence: number) => Promise<Text | Refusal>) => {
  let known: Text | null = null;
  return async (run, fence) => {
    const of = `${run} ${fence}`;
    const none: Text = { of, text: "", next: 0, over: false, kept: false };
    for (let now = known?.of === of ? known : none; ;) {
      const part = await outputs.output(run, fence, now.next);
      if (isRefusal(part)) return part;
      if (part.kept && !now.kept) {
        now = { ...none, kept: true };
        continue;
      }
      const isMore = part.next !== now.next;
      now = { ...part, of, text: now.text + part.text };
      known = now;
      if (!isMore) return now;
    }
  };
};
