// Storage of an agent's transcript after its attempt, bounded in size.
import { join } from "node:path";
import type { Outcome } from "../../core/job.ts";
import { redact } from "../../core/secrets/redact.ts";
import type { TranscriptEvent } from "../../core/agents/transcript.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { nullOnFault } from "../on-fault.ts";
import { eventsFrom, type Listener } from "./events.ts";
import { inFile, type Reader } from "./part.ts";

/** Maximum of one attempt as JSON, in bytes: a quarter of it from the beginning. */
export const transcriptBytes = 1024 * 1024;
/** Maximum of a brief, and of a program's standard error. */
const briefBytes = 256 * 1024;
const errorBytes = 16 * 1024;

type Bounded = { add(events: readonly TranscriptEvent[]): void; all(): readonly TranscriptEvent[] };

/** Keeps the first and last events; the gap between is marked. */
export const bounded = (most: number): Bounded => {
  const first: TranscriptEvent[] = [];
  let last: { readonly event: TranscriptEvent; readonly size: number }[] = [];
  let [firstSize, lastSize, cut] = [0, 0, 0];
  const trim = (): void => {
    let from = 0;
    while (lastSize > (most * 3) / 4 && from < last.length) {
      lastSize -= last[from]?.size ?? 0;
      cut += last[from]?.size ?? 0;
      from += 1;
    }
    last = last.slice(from);
  };
  return {
    add(events) {
      for (const event of events) {
        const size = Buffer.byteLength(JSON.stringify(event)) + 1;
        if (last.length === 0 && firstSize + size <= most / 4) {
          first.push(event);
          firstSize += size;
        } else {
          last.push({ event, size });
          lastSize += size;
        }
      }
      trim();
    },
    all: () => [
      ...first,
      ...(cut === 0 ? [] : [{ is: "cut", bytes: cut } as const]),
      ...last.map(({ event }) => event),
    ],
  };
};

/** Reads a whole stream, part by part. */
export const wholeStream = (reader: Reader, listener: Listener): readonly TranscriptEvent[] => {
  const kept = bounded(transcriptBytes);
  for (let from = 0; ;) {
    const { events, next } = eventsFrom(reader, from, true, listener);
    kept.add(events);
    if (next <= from) return kept.all();
    from = next;
  }
};

/** For display only: a full disk doesn't keep a job from ending. */
export const noteTranscript = async (
  { workspace, driver }: Engine,
  entry: SpoolEntry,
  outcome: Outcome,
): Promise<void> => {
  const { agent, ground } = entry.job;
  const conversation = ("conversation" in outcome ? outcome.conversation : null) ?? null;
  if (agent === null || entry.host?.is === "void") return;
  await nullOnFault(async () => {
    const listener = { hear: (await driver(agent.config.driver))?.hear, root: ground.root };
    const events =
      inFile(join(entry.folder, "out"), (reader) => wholeStream(reader, listener)) ?? [];
    const [brief, err] = [
      await workspace.spool.text(entry.folder, "brief.md", briefBytes),
      await workspace.spool.text(entry.folder, "err", errorBytes),
    ];
    // A streaming program's standard error is noise unless it failed.
    const failed = listener.hear === undefined || entry.exit?.exit !== 0;
    const wrong = failed && err.trim() !== "" ? [{ is: "error", text: redact(err) } as const] : [];
    const head = {
      agent: agent.name,
      brief: redact(brief),
      root: ground.root,
      conversation,
      output: outcome.is === "ended" ? outcome.output : null,
    };
    await workspace.keepTranscript(entry.run, entry.fence, {
      ...head,
      events: [...events, ...wrong],
    });
  });
};
