// Values in Markdown: words for "nothing" and layout of several lines, for readers and writers.
import { unbroken } from "../../../core/words/quote.ts";

const nothing: ReadonlySet<string> = new Set(["none", "n/a", "-"]);

/** The trimmed value; "" if it says "nothing": `None`, `N/A`, `-`, a `{placeholder}`. */
export const plainValue = (text: string): string => {
  const value = text.trim();
  const bare = /^`[^`]*`$/u.test(value) ? value.slice(1, -1).trim() : value;
  return nothing.has(bare.toLowerCase()) || /^\{[^{}\n]*\}$/u.test(bare) ? "" : value;
};

/** Stored form of every value: LF line breaks, trimmed, no spaces in empty lines. */
export const tidied = (text: string): string => {
  const lines = text.includes("\r") ? text.replaceAll(/\r\n?/gu, "\n") : text;
  return lines.replaceAll(/\n[^\S\n]+(?![^\n])/gu, "\n").trim();
};

/** Stored form on one line, cut to a length; for display use the core's version. */
export const oneLine = (text: string, most = Number.POSITIVE_INFINITY): string => {
  const line = unbroken(text);
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
};

/** Text of a heading: one line, without trailing marks that would close it. */
export const inHeading = (text: string): string =>
  text
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/(?:^|(?<= ))#+$/u, "")
    .trim();

/** Indents further lines, so that no line of a value is read as structure. */
export const laidOut = (text: string, indent: string): string =>
  tidied(text)
    .split("\n")
    .map((line, index) => (index === 0 || line === "" ? line : `${indent}${line}`))
    .join("\n");

const blanksBefore = (line: string): number => /^ */u.exec(line)?.[0].length ?? 0;

/** Reverses `laidOut`: joins the first line and the further ones, minus their common indent up to a number of columns. */
export const gathered = (first: string, further: readonly string[], columns: number): string => {
  const full = further.filter((line) => line.trim() !== "");
  const least = full.reduce((sum, line) => Math.min(sum, blanksBefore(line)), columns);
  const cut = least === columns ? columns : 0;
  return tidied([first, ...further.map((line) => line.slice(cut))].join("\n"));
};
