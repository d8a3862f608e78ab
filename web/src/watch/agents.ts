// Agents at work in all runs, and the last lines of what each did.
import type { RunLine } from "../../../src/http/answers.ts";
import type { TranscriptEntry } from "../../../src/core/agents/transcript.ts";
import { entryWords } from "../../../src/core/words/transcript.ts";
import { firstLine } from "../words.ts";
import { plain } from "../style/plain.ts";

type Job = RunLine["workers"][number];
/** `fence`: of the lease under which it works. */
export type Agent = { readonly line: RunLine; readonly job: Job; readonly fence: number };

/** Those that began first come first, so that a tile keeps its place. A job done by a run of its own has no lease. */
export const agentsOf = (lines: readonly RunLine[]): readonly Agent[] =>
  lines
    .flatMap((line) =>
      line.workers.flatMap((job) => (job.fence === null ? [] : [{ line, job, fence: job.fence }])),
    )
    .toSorted(
      (one, other) =>
        (one.job.since ?? "").localeCompare(other.job.since ?? "") || one.fence - other.fence,
    );

/** A line of words, or a call with how it ended. */
export type Line = { readonly word: string; readonly text: string; readonly note: string };

/** The newest lines, oldest first. */
export const lastLines = (entries: readonly TranscriptEntry[], most: number): readonly Line[] =>
  entries
    .filter(({ is }) => is !== "used")
    .slice(-most)
    .flatMap((entry): readonly Line[] => {
      const { word, text, note } = entryWords(entry);
      if ("end" in entry) return [{ word, text: firstLine(plain(text)), note }];
      return plain(text)
        .split("\n")
        .filter((one) => one.trim() !== "")
        .map((one) => ({ word, text: one, note }));
    })
    .slice(-most);
