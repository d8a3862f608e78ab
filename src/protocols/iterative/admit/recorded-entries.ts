// Index of the entries that the log took in already.
import { logFold } from "../../../kit/log-fold.ts";
import type { Recorded } from "../../../core/row.ts";
import type { IterativeEvent } from "../events.ts";

type Log = readonly Recorded<IterativeEvent>[];

/** Entries as agents wrote them, before the engine replaced them. */
const writtenIn = (event: Log[number]): readonly string[] => {
  switch (event.type) {
    case "EntryKept":
      return [event.data.entry];
    case "PassEnded":
      return event.data.raw;
    case "NoteAdded":
      return event.data.raw === null ? [] : [event.data.raw];
    default:
      return [];
  }
};

const entriesIn = logFold<Log[number], Set<string>>(
  () => new Set(),
  (entries, event) => {
    for (const one of writtenIn(event)) entries.add(one.trimEnd());
    return entries;
  },
);

export const isOnRecord = (log: Log, raw: string): boolean => entriesIn(log).has(raw);

/** The recorded beginning of an entry that was extended after it was read. */
export const begunAs = (log: Log, raw: string): string => {
  const entries = entriesIn(log);
  for (let end = raw.lastIndexOf("\n"); end > 0; end = raw.lastIndexOf("\n", end - 1))
    if (entries.has(raw.slice(0, end))) return raw.slice(0, end);
  return "";
};
