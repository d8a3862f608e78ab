// Store of agents' transcripts beside the ledger, one file each, for display only.
import { join } from "node:path";
import { parsed } from "../core/json/parsed.ts";
import { isRecord } from "../core/json/record.ts";
import type { Digest } from "../core/row.ts";
import { isTranscriptEvent, type TranscriptEvent } from "../core/agents/transcript.ts";
import { runName } from "./anchors.ts";
import { replaceFile } from "./disk/atomic.ts";
import { onDisk } from "./disk/fault.ts";
import { readPlain } from "./disk/plain-file.ts";
import { linkOnWay, makeOwn } from "./home.ts";

/** `root`: its absolute working folder. `conversation`: the program's id of it. `output`: its stored output. null: none. */
export type TranscriptHead = {
  readonly agent: string;
  readonly brief: string;
  readonly root: string;
  readonly conversation: string | null;
  readonly output: Digest | null;
};
export type KeptTranscript = TranscriptHead & { readonly events: readonly TranscriptEvent[] };

const folder = "transcripts";

const isHead = (value: unknown): value is TranscriptHead =>
  isRecord(value) &&
  [value["agent"], value["brief"], value["root"]].every((text) => typeof text === "string") &&
  [value["conversation"], value["output"]].every(
    (text) => text === null || typeof text === "string",
  );

/** Faults: PATH_LINKED and the disk's. */
export const keepTranscript = (
  home: string,
  run: string,
  fence: number,
  { events, ...head }: KeptTranscript,
): void => {
  const path = join(home, folder, runName(run), `${fence}.jsonl`);
  onDisk("write", path, () => {
    makeOwn(home, folder, runName(run));
    replaceFile(path, [head, ...events].map((line) => `${JSON.stringify(line)}\n`).join(""));
  });
};

/** null: none, or invalid. */
export const readTranscript = (home: string, run: string, fence: number): KeptTranscript | null => {
  if (linkOnWay(home, [folder, runName(run)]) !== null) return null;
  const bytes = readPlain(join(home, folder, runName(run), `${fence}.jsonl`));
  const [first = "", ...lines] = bytes?.toString("utf8").split("\n") ?? [];
  const head = parsed(first);
  return isHead(head)
    ? { ...head, events: lines.map((line) => parsed(line)).filter(isTranscriptEvent) }
    : null;
};
