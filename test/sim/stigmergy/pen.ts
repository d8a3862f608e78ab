// Simulated writes of the whole state file from a copy, sometimes stale.
import { stateFile } from "../../../src/protocols/stigmergy/manifest.ts";
import { root } from "../world.ts";
import { type Doc, docOf, textOf } from "./document.ts";
import type { StigmergyWorld } from "./world.ts";

export const statePath = `${root}/.ai/${stateFile}`;
export const readState = ({ disk }: StigmergyWorld): string | null =>
  disk.files.get(statePath)?.text ?? null;

/** Adds an entry; its words begin with a mark, by which it is found again. */
export const tellEntry = (
  world: StigmergyWorld,
  doc: Doc,
  {
    agent,
    words,
    signal,
    files = [],
    at,
  }: { agent: string; words: string; signal: string | null; files?: string[]; at?: string },
): void => {
  doc.history.push({
    timestamp: at ?? world.now(),
    agent_id: agent,
    signal,
    summary: `${world.ink.mark()} ${words}`,
    files_modified: files,
  });
  if (signal !== null) doc.system_signal = signal;
};

/** Writes what `change` makes of a text, or of the file as it is; the text that was written, null: there was nothing to go on from. */
export const write = (
  world: StigmergyWorld,
  change: (doc: Doc) => void,
  from: string | null = readState(world),
): string | null => {
  const doc = docOf(from);
  if (doc === null) return null;
  change(doc);
  const text = textOf(doc);
  world.ink.write(statePath, text);
  return text;
};
