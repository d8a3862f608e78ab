// Finds the line in which an agent's program says why it ended, for whoever watches and for the record.
import type { Outcome } from "./job.ts";
import { asBriefed } from "./misfit.ts";
import { parsed } from "./parsed.ts";
import { shortened } from "./quote.ts";
import { isRecord } from "./record.ts";

type Said = Pick<Extract<Outcome, { is: "ended" }>, "errors" | "message" | "refused">;

/** Of a line that is shown to people. */
const lineLimit = 200;

/** An event of an agent program's stream is no word to anybody, wherever in it its type stands; nor is one that was cut off. */
const isEvent = (line: string): boolean => {
  if (!line.startsWith("{")) return false;
  if (line.startsWith('{"type":')) return true;
  const event = parsed(line);
  return isRecord(event) && typeof event["type"] === "string";
};

/** What programs warn of at each start, the places in a trace, and what runtimes say behind one: never why they ended. */
const isNoise = (line: string): boolean =>
  /^\s*(?:(?:warning|notice)\b|at .*:\d+\)?(?: \{)?$|Node\.js v\d[\d.]*$|\(Use `node --trace|note: run with `RUST_BACKTRACE)/iu.test(
    line,
  );

const nodesTrailer = /\nNode\.js v\d[\d.]*\s*$/u;

/** What Node says of an error that nobody caught, without its stack and what else it holds: it stands behind a place, the line there and a mark below that. */
const uncaught = (text: string): string => {
  if (!nodesTrailer.test(text)) return text;
  const lines = text.split("\n");
  const mark = lines.findLastIndex(
    (line, at) => /^\s*\^+\s*$/u.test(line) && /:\d+$/u.test(lines[at - 2] ?? ""),
  );
  const what = lines.findIndex((line, at) => at > mark && line.trim() !== "");
  return mark < 0 || what < 0 ? text : (lines[what] ?? "");
};

/** What `cairn report` answered it: that is told as what its report was refused with. */
const isOurs = (line: string, refused = ""): boolean => {
  const said = line.trim();
  const code = /^[A-Z]+_[A-Z_]+: /u.exec(said)?.[0];
  return (
    said === asBriefed.fits ||
    (refused !== "" && (refused.includes(said) || (code !== undefined && refused.includes(code))))
  );
};

/** The last line that says something, whatever its text is. */
export const lastLine = (
  text: string,
  isWord: (line: string) => boolean = (line) => !isEvent(line),
): string => {
  // A fence or a rule at the end says nothing.
  const line =
    text
      .split("\n")
      .findLast((one) => /[\p{L}\p{N}]/u.test(one) && isWord(one))
      ?.trim() ?? "";
  return shortened(line, lineLimit);
};

/** Of its own log first, then of its message but for a report in it; empty: there are none. They were redacted when they were read. */
export const lastWords = ({ errors = "", message, refused }: Said): string =>
  lastLine(
    uncaught(errors),
    (line) => !isEvent(line) && !isNoise(line) && !isOurs(line, refused),
  ) || lastLine(message, (line) => !/^(?:\{|```)/u.test(line) && !isOurs(line, refused));

/** Goes on a sentence about how it ended. */
export const withLastWords = (said: Said): string => {
  const words = lastWords(said);
  return words === "" ? "" : `; its last words: ${words}`;
};
