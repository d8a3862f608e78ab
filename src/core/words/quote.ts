// Quotes what agents, people and files said as material: in a fence that it cannot close, or on a single line, so that it never reads as orders.
import { escaped, hidden } from "./clean.ts";

/** Longer than any run of backticks in the text, so that its content can't close the block. */
const fenceFor = (text: string): string => {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
};

/** A fenced block. `info` is always our own text, never the material's. */
export const fenced = (text: string, info = "quoted"): string => {
  const fence = fenceFor(text);
  return `${fence}${info}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
};

/** Structured material: JSON escapes line breaks, so its texts can't start a line, and signs that no one sees. */
export const fencedJson = (value: unknown, info = "json quoted"): string =>
  fenced(JSON.stringify(value, null, 2).replace(hidden, escaped), info);

/** Replaces line breaks, other control characters and what no one sees by spaces, to prevent injected lines. */
export const unbroken = (text: string): string =>
  text
    .replace(hidden, " ")
    .replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/gu, " ")
    .trim();

/** Cuts between words and adds a mark; cuts inside a word only if it is very long. `max`: in characters, without the mark. */
export const shortened = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const end = text.slice(0, max + 1).search(/\s\S{0,24}$/u);
  return `${text.slice(0, end < 1 ? max : end).trimEnd()}…`;
};

/** For one-line places. `max`: in characters. */
export const oneLine = (text: string, max = 200): string => shortened(unbroken(text), max);

/** The first line of a reason, which may be a whole report, where it is only mentioned. `text`: null if no reason was given. `max`: in characters. */
export const firstLine = (text: string | null, max = 300): string => {
  const line = (text ?? "no reason given").trim().split("\n", 1)[0] ?? "";
  return line.length > max ? shortened(line, max - 1) : line;
};

/** Suffix for an event's text: `: ` and the reason's first line; empty without a reason. */
export const because = (reason: string | null): string =>
  reason === null || reason.trim() === "" ? "" : `: ${oneLine(firstLine(reason))}`;

/** A plan in words: the first one has no number. */
export const planWords = (rev: number): string =>
  rev === 1 ? "the plan" : `revision ${rev} of the plan`;

/** Joins the non-empty parts with blank lines. */
export const paragraphs = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== "").join("\n\n");

/** A complete text: paragraphs, with a final line break. */
export const page = (parts: readonly (string | null)[]): string => `${paragraphs(parts)}\n`;
