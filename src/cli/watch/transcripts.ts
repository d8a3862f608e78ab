// Transcripts of agents, each read on from where the last look ended.
import { isRefusal } from "../../core/refusal.ts";
import { entriesOf, type TranscriptEntry, type TranscriptEvent } from "../../core/transcript.ts";
import type { Outputs } from "../../runtime/system.ts";

type Known = {
  readonly events: readonly TranscriptEvent[];
  readonly next: number;
  readonly kept: boolean;
};

/** Empty if there is nothing to read, as for a check. */
export const transcripts = (
  outputs: Outputs,
): ((run: string, fence: number) => Promise<readonly TranscriptEntry[]>) => {
  const known = new Map<string, Known>();
  return async (run, fence) => {
    let now = known.get(`${run} ${fence}`) ?? { events: [], next: 0, kept: false };
    for (;;) {
      const { kept, next } = now;
      const part = await outputs.transcript(run, fence, next);
      if (isRefusal(part)) break;
      // What is stored once it is over counts otherwise, and is read anew.
      if (part.kept && !kept) now = { events: [], next: 0, kept: true };
      else if (part.next === next) break;
      else now = { events: [...now.events, ...part.events], next: part.next, kept };
    }
    known.set(`${run} ${fence}`, now);
    return entriesOf(now.events);
  };
};
