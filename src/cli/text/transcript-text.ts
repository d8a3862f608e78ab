// Transcript of an agent in a terminal: one entry after the other, with a column for its kind.
import { asTyped } from "../../core/words/shell-word.ts";
import type { TranscriptEntry } from "../../core/agents/transcript.ts";
import { entryWords } from "../../core/words/transcript.ts";
import type { Transcript } from "../../runtime/system.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { beside, fit, pad, type Page, paint, type Tone } from "../terminal/layout.ts";

/** Columns of an entry's kind and the separator. */
const kindWidth = 9;
/** Maximum lines of one thought, error or brief. */
const shownLines = 12;

const told = (
  word: string,
  text: string,
  page: Page,
  tone: Tone | null,
  whole: boolean,
): string => {
  const rows = beside(paint(page, "dim", word), clean(text), page, kindWidth, tone);
  const left = whole ? 0 : rows.length - shownLines;
  return left <= 0
    ? rows.join("\n")
    : [...rows.slice(0, shownLines), ...beside("", `… ${left} lines more`, page, kindWidth)].join(
        "\n",
      );
};

export const entryText = (entry: TranscriptEntry, page: Page): string => {
  const { word, text, note, tone } = entryWords(entry);
  const shade = tone === "said" ? null : tone;
  if (!("end" in entry)) {
    const all = text + (note === "" ? "" : ` ${note}`);
    return told(word, all, page, shade, entry.is === "said");
  }
  const [line = "", ...more] = text.split("\n");
  const left = more.length === 0 ? "" : ` … ${more.length} lines more`;
  const end = note === "" ? "" : `  ${note}`;
  const about = fit(cleanLine(`${line}${left}`), page.width - kindWidth - end.length);
  return `${paint(page, "dim", pad(word, kindWidth))}${about}${shade === null ? end : paint(page, shade, end)}`;
};

/** `whole`: all of it, else its first lines. */
export const briefText = (brief: string, page: Page, whole: boolean): string =>
  told("brief", brief.trim(), page, "dim", whole);

/** The command by which a person continues an agent's conversation. */
export const resumeTyped = ({ argv, root }: NonNullable<Transcript["resume"]>): string =>
  cleanLine(`cd ${asTyped(root)} && ${argv.map(asTyped).join(" ")}`);
