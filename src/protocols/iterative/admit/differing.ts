// Entries of an edited progress.md around what differs. It grows without end, so the rest isn't read anew.
import type { Recorded } from "../../../core/row.ts";
import { renderedEntries } from "../files/progress/entries.ts";
import { type FoundEntry, readProgress } from "../markdown/progress.ts";
import type { IterativeEvent } from "../events.ts";
import type { State } from "../state.ts";
import { sameEnd, sameStart } from "./same-text.ts";

type Log = readonly Recorded<IterativeEvent>[];
export type ProgressLayout = {
  readonly text: string;
  readonly entries: readonly string[];
  /** Start offset of each. */ readonly starts: readonly number[];
};

/** The current content of progress.md. */
export const knownOf = (state: State, log: Log, text: string): ProgressLayout => {
  const rendered = renderedEntries(log, state.mode);
  const at = text.indexOf(rendered.text);
  const entries = [...rendered.entries];
  const starts = rendered.starts.map((start) => at + start);
  let from = at + rendered.text.length;
  for (const entry of state.units
    .flatMap(({ pass }) => pass?.entries ?? [])
    .map((one) => one.trimEnd())) {
    const found = text.indexOf(entry, from);
    if (found === -1) continue;
    entries.push(entry);
    starts.push(found);
    from = found + entry.length;
  }
  return { text, entries, starts };
};

/** The first index whose start is at or after the offset. */
const firstFrom = (starts: readonly number[], offset: number): number => {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
};

export type Differing = {
  /** Offset of `entries` in the edited text. */
  readonly at: number;
  readonly entries: readonly FoundEntry[];
  /** Known entries missing from that part. */
  readonly gone: readonly string[];
  /** Text above all entries; null if that part is unchanged. */
  readonly before: string | null;
};

/** @param text normalised for readers */
export const differingIn = (
  { text: base, entries, starts }: ProgressLayout,
  text: string,
): Differing => {
  const same = sameStart(base, text);
  const tail = sameEnd(base, text, Math.min(base.length, text.length) - same);
  // The entry that contains or directly precedes the first difference is read whole.
  const first = Math.max(0, firstFrom(starts, same) - 1);
  const last = firstFrom(starts, base.length - tail + 1);
  const isHead = first === 0;
  const from = isHead ? 0 : (starts[first] ?? 0);
  const until = starts[last];
  const end = until === undefined ? text.length : text.length - (base.length - until);
  const known = entries.slice(first, last);
  const part = text.slice(from, Math.max(from, end));
  const read = readProgress(part, known);
  const there = new Map<string, number>();
  for (const { raw, known: is } of read.entries) if (is) there.set(raw, (there.get(raw) ?? 0) + 1);
  const gone = known.filter((raw) => {
    const left = there.get(raw) ?? 0;
    there.set(raw, left - 1);
    return left <= 0;
  });
  return { at: from, entries: read.entries, gone, before: isHead ? read.before : null };
};
