// Transcripts of agents and outputs of programs, each read on from where the last look ended.
import { keepLast } from "../../core/keep-last.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import {
  entriesOf,
  type TranscriptEntry,
  type TranscriptEvent,
} from "../../core/agents/transcript.ts";
import type { Output, Outputs, Transcript } from "../../runtime/system.ts";

type Part = Pick<Output, "next" | "over" | "kept">;
type Read<K> = (run: string, fence: number) => Promise<K | Refusal>;
type Known = Omit<Transcript, "events"> & {
  readonly events: readonly TranscriptEvent[];
  readonly entries: readonly TranscriptEntry[];
};
const start: Part = { next: 0, over: false, kept: false };
const unread: Known = { ...start, brief: null, events: [], entries: [], resume: null };

/** Number of attempts that are kept to be read on: those read last. */
const mostKept = 64;

/** Events that a screen which looks again and again reads of an attempt: its last. */
export const mostShown = 2_000;

/** An attempt so far. @param joined with one part more, which may be empty */
const readOn = <P extends Part, K extends Part>(
  read: (run: string, fence: number, from: number) => Promise<P | Refusal>,
  none: K,
  joined: (before: K, part: P) => K,
): Read<K> => {
  const known = new Map<string, K>();
  return async (run, fence) => {
    const key = `${run} ${fence}`;
    for (let now = known.get(key) ?? none; ;) {
      const part = await read(run, fence, now.next);
      if (isRefusal(part)) return part;
      if (part.kept && !now.kept) {
        // What is stored once it is over counts otherwise, and is read anew.
        now = { ...none, kept: true };
        continue;
      }
      const isMore = part.next !== now.next;
      now = joined(now, part);
      keepLast(known, key, now, mostKept);
      if (!isMore) return now;
    }
  };
};

/** What an agent did. @param most events of it: the last */
export const transcripts = (outputs: Outputs, most = Number.POSITIVE_INFINITY): Read<Known> =>
  readOn(outputs.transcript, unread, ({ brief, events: before, entries }, part) => {
    const events = [...before, ...part.events].slice(-most);
    const isMore = part.events.length > 0;
    const shown = isMore ? { events, entries: entriesOf(events) } : { events: before, entries };
    return { ...part, brief: brief ?? part.brief, ...shown };
  });

/** All that a program printed. */
export const printedTexts = (outputs: Outputs): Read<Part & { readonly text: string }> =>
  readOn(outputs.output, { ...start, text: "" }, (before, part) => ({
    ...part,
    text: before.text + part.text,
  }));

/** Characters by which text that was printed is found again in what is stored, whose middle may be left out. */
const seam = 4_096;
/** Where `text` goes on behind what was printed. */
export const behind = (text: string, printed: string): number => {
  if (text.startsWith(printed)) return printed.length;
  const last = printed.slice(-seam);
  const at = text.lastIndexOf(last);
  if (at !== -1) return at + last.length;
  let same = 0;
  while (text[same] === printed[same]) same += 1;
  return same;
};
