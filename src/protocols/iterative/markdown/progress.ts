// Parser of progress.md: entries identified by content, as agents append from old copies.
import { plainText } from "./document.ts";
import { type Entry, entryHeading, isEntryKind, readEntry } from "./entry.ts";
import { headingOf, isBlank, type Line, linesFrom } from "./lines.ts";

export type FoundEntry = {
  /** From its heading to its last non-empty line. */
  readonly raw: string;
  readonly heading: string;
  readonly at: number;
  /** null if its heading isn't that of an entry. */
  readonly entry: Entry | null;
  /** Byte-identical to one of the given entries. */
  readonly known: boolean;
};
export type ProgressRead = {
  /** Normalised text: see `Reading`. */
  readonly text: string;
  readonly entries: readonly FoundEntry[];
  /** Text before the first entry, without the title. */
  readonly before: string;
};

/** A level 2 heading, or a level 3 heading in the form of an entry; other headings belong to an entry's text. */
const entryStart = (line: Line): string | null => {
  const heading = headingOf(line);
  if (heading === null || heading.level < 2 || heading.level > 3) return null;
  return heading.level === 2 || isEntryKind(entryHeading(heading.text)) ? heading.text : null;
};

/** The known entry at this line, if only another entry follows it. */
const knownAt = (text: string, line: Line, known: readonly string[]): string | null =>
  known.find((raw) => {
    if (!text.startsWith(raw, line.at)) return false;
    const end = line.at + raw.length;
    if (end < text.length && text[end] !== "\n") return false;
    for (const next of linesFrom(text, end + 1))
      if (!isBlank(next)) return entryStart(next) !== null;
    return true;
  }) ?? null;

/** @param known entries of the ledger as written; recognised whatever they contain: an unclosed fence in one ends with it */
export const readProgress = (given: string, known: readonly string[] = []): ProgressRead => {
  const text = plainText(given);
  const by = Map.groupBy(known, (raw) => raw.split("\n", 1)[0] ?? "");
  const entries: FoundEntry[] = [];
  let open: { readonly heading: string; readonly at: number } | null = null;
  let last = 0;
  const before: string[] = [];
  const close = (): void => {
    if (open === null) return;
    const raw = text.slice(open.at, last);
    entries.push({ raw, heading: open.heading, at: open.at, entry: readEntry(raw), known: false });
    open = null;
  };
  for (let from: number | null = 0; from !== null;) {
    const start: number = from;
    from = null;
    for (const line of linesFrom(text, start)) {
      const heading = entryStart(line);
      if (heading === null) {
        if (!isBlank(line)) last = line.end;
        if (entries.length === 0 && open === null && headingOf(line)?.level !== 1)
          before.push(line.text);
        continue;
      }
      close();
      const found = knownAt(text, line, by.get(line.text) ?? []);
      if (found !== null) {
        entries.push({ raw: found, heading, at: line.at, entry: readEntry(found), known: true });
        from = line.at + found.length;
        break;
      }
      open = { heading, at: line.at };
      last = line.end;
    }
  }
  close();
  return { text, entries, before: before.join("\n").trim() };
};
