// Transcript of an agent in a terminal: one entry after the other, with a column for its kind.
import { asTyped } from "../../core/words/shell-word.ts";
import type { TranscriptEntry } from "../../core/agents/transcript.ts";
import { type EntryWords, entryWords } from "../../core/words/transcript.ts";
import type { Transcript } from "../../runtime/system.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { fit, pad, type Page, wrap } from "../terminal/layout.ts";
import { paint, type Tone } from "../terminal/style.ts";

/** Columns of an entry's kind and the separator. */
const kindWidth = 9;
/** Maximum lines of one thought, error or brief. */
const shownLines = 12;

const tones: Readonly<Record<EntryWords["tone"], Tone | null>> = {
  said: null,
  dim: "dim",
  good: "good",
  bad: "bad",
  busy: "busy",
};
const shade = (page: Page, tone: EntryWords["tone"], text: string): string => {
  const known = tones[tone];
  return known === null ? text : paint(page, known, text);
};

const width = (page: Page): number => (Number.isFinite(page.width) ? page.width : 120);

const wrapped = (text: string, page: Page, most: number): readonly string[] => {
  const lines = clean(text)
    .split("\n")
    .flatMap((line) => wrap(line, width(page) - kindWidth).split("\n"));
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most), `… ${lines.length - most} lines more`];
};

const column = (kind: string): string => pad(kind, kindWidth);

export const entryText = (entry: TranscriptEntry, page: Page): string => {
  const { word, text, note, tone } = entryWords(entry);
  if ("end" in entry) {
    const [first = "", ...more] = text.split("\n");
    const left = more.length === 0 ? "" : ` … ${more.length} lines more`;
    const end = note === "" ? "" : `  ${note}`;
    const about = fit(cleanLine(`${first}${left}`), width(page) - kindWidth - end.length);
    return `${paint(page, "dim", column(word))}${about}${shade(page, tone, end)}`;
  }
  const lines = wrapped(
    text + (note === "" ? "" : ` ${note}`),
    page,
    entry.is === "said" ? Number.POSITIVE_INFINITY : shownLines,
  );
  return lines
    .map(
      (line, n) => `${paint(page, "dim", column(n === 0 ? word : ""))}${shade(page, tone, line)}`,
    )
    .join("\n");
};

/** `whole`: all of it, else its first lines. */
export const briefText = (brief: string, page: Page, whole: boolean): string => {
  const lines = wrapped(brief.trim(), page, whole ? Number.POSITIVE_INFINITY : shownLines);
  return lines
    .map(
      (line, n) =>
        `${paint(page, "dim", column(n === 0 ? "brief" : ""))}${paint(page, "dim", line)}`,
    )
    .join("\n");
};

/** The command by which a person continues an agent's conversation. */
export const resumeTyped = ({ argv, root }: NonNullable<Transcript["resume"]>): string =>
  cleanLine(`cd ${asTyped(root)} && ${argv.map(asTyped).join(" ")}`);
