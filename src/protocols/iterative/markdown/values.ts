// Values in Markdown: words for "nothing" and layout of several lines, for readers and writers.
import { unbroken } from "../../../core/quote.ts";

const nothing: ReadonlySet<string> = new Set(["none", "n/a", "-"]);

/** The value without blanks around it; "" where it says that there is none: `None`, `N/A`, `-`, a `{placeholder}`. */
export const meant = (text: string): string => {
  const value = text.trim();
  const bare = /^`[^`]*`$/u.test(value) ? value.slice(1, -1).trim() : value;
  return nothing.has(bare.toLowerCase()) || /^\{[^{}\n]*\}$/u.test(bare) ? "" : value;
};

/** As every value is kept: line feeds alone, no blanks around it, empty lines truly empty. */
export const tidied = (text: string): string =>
  text
    .replaceAll(/\r\n?/gu, "\n")
    .split("\n")
    .map((line) => (line.trim() === "" ? "" : line))
    .join("\n")
    .trim();

/** As it is kept in one line, in at most so many characters; where it is only told, the core's is used. */
export const oneLine = (text: string, most = Number.POSITIVE_INFINITY): string => {
  const line = unbroken(text);
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
};

/** As the text of a heading: one line, without the marks at its end that would close it. */
export const inHeading = (text: string): string =>
  text
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/(?:^|(?<= ))#+$/u, "")
    .trim();

/** Further lines are indented, so that no line of a value is ever taken for structure. */
export const laidOut = (text: string, indent: string): string =>
  tidied(text)
    .split("\n")
    .map((line, index) => (index === 0 || line === "" ? line : `${indent}${line}`))
    .join("\n");

const blanksBefore = (line: string): number => /^ */u.exec(line)?.[0].length ?? 0;

/** What `laidOut` wrote: the first line, and the further ones less the indent that they all have, at most so many columns. */
export const gathered = (first: string, further: readonly string[], columns: number): string => {
  const full = further.filter((line) => line.trim() !== "");
  const least = full.reduce((sum, line) => Math.min(sum, blanksBefore(line)), columns);
  const cut = least === columns ? columns : 0;
  return tidied([first, ...further.map((line) => line.slice(cut))].join("\n"));
};
