// Finds the line of an agent program's output that explains its end, for display and the record.
import type { Outcome } from "../job.ts";
import { asBriefed } from "./misfit.ts";
import { parsed } from "../json/parsed.ts";
import { shortened } from "../words/quote.ts";
import { isRecord } from "../json/record.ts";

type Said = Pick<Extract<Outcome, { is: "ended" }>, "errors" | "message" | "refused">;

/** Maximum characters of a line for display. */
const lineLimit = 200;

/** An event of an agent program's stream isn't readable text, wherever its type is, and even if it is cut off. */
const isEvent = (line: string): boolean => {
  if (!line.startsWith("{")) return false;
  if (line.startsWith('{"type":')) return true;
  const event = parsed(line);
  return isRecord(event) && typeof event["type"] === "string";
};

/** Startup warnings, stack frames, and runtime hints after a stack: never the cause of the end. */
const isNoise = (line: string): boolean =>
  /^\s*(?:(?:warning|notice)\b|at .*:\d+\)?(?: \{)?$|Node\.js v\d[\d.]*$|\(Use `node --trace|note: run with `RUST_BACKTRACE)/iu.test(
    line,
  );

const nodesTrailer = /\nNode\.js v\d[\d.]*\s*$/u;

/** The message of an uncaught Node error, without stack and properties: it follows a location, the source line and a marker line. */
const uncaught = (text: string): string => {
  if (!nodesTrailer.test(text)) return text;
  const lines = text.split("\n");
  const mark = lines.findLastIndex(
    (line, at) => /^\s*\^+\s*$/u.test(line) && /:\d+$/u.test(lines[at - 2] ?? ""),
  );
  const what = lines.findIndex((line, at) => at > mark && line.trim() !== "");
  return mark < 0 || what < 0 ? text : (lines[what] ?? "");
};

/** Answers of `cairn job report`, which are shown as the report's refusal. */
const isOurs = (line: string, refused = ""): boolean => {
  const said = line.trim();
  const code = /^[A-Z]+_[A-Z_]+: /u.exec(said)?.[0];
  return (
    said === asBriefed.fits ||
    (refused !== "" && (refused.includes(said) || (code !== undefined && refused.includes(code))))
  );
};

/** The last meaningful line of any text. */
export const lastLine = (
  text: string,
  isWord: (line: string) => boolean = (line) => !isEvent(line),
): string => {
  // A fence or a horizontal rule at the end means nothing.
  const line =
    text
      .split("\n")
      .findLast((one) => /[\p{L}\p{N}]/u.test(one) && isWord(one))
      ?.trim() ?? "";
  return shortened(line, lineLimit);
};

/** From its log first, then from its message without the report; empty if there is none. Both are already redacted. */
export const lastWords = ({ errors = "", message, refused }: Said): string =>
  lastLine(
    uncaught(errors),
    (line) => !isEvent(line) && !isNoise(line) && !isOurs(line, refused),
  ) || lastLine(message, (line) => !/^(?:\{|```)/u.test(line) && !isOurs(line, refused));

/** Continues a sentence about its end. */
export const withLastWords = (said: Said): string => {
  const words = lastWords(said);
  return words === "" ? "" : `; its last words: ${words}`;
};
