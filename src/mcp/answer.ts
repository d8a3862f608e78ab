// Answers of MCP tools: paged at 25,000 characters; refusals and faults are answers, too.
import { errorText } from "../core/error-text.ts";
import { filesExhausted } from "../core/exhausted.ts";
import { refusalText } from "../core/words/refusal-text.ts";
import { Fault, isRefusal, type Refusal } from "../core/refusal.ts";

/** Characters of one answer. */
export const answerLimit = 25_000;
const pageLimit = answerLimit - 200;

export type Answered = { readonly text: string; readonly wrong: boolean };

/** The end of a page that begins at `from`: after a line break in its second half if any, never within a character. */
const endOf = (text: string, from: number): number => {
  const most = from + pageLimit;
  if (text.length <= most) return text.length;
  const line = text.lastIndexOf("\n", most - 1) + 1;
  if (line > from + pageLimit / 2) return line;
  return /[\uD800-\uDBFF]/u.test(text.charAt(most - 1)) ? most - 1 : most;
};

/** A part of a long text, starting at a character. */
export const paged = (text: string, from = 0): string => {
  if (from > 0 && from >= text.length) return `nothing is left: it has ${text.length} characters`;
  const end = endOf(text, from);
  const page = text.slice(from, end);
  return end === text.length
    ? page
    : `${page}\n[characters ${from} to ${end} of ${text.length}; read on with from: ${end}]`;
};

const cut = (text: string): string => {
  const end = endOf(text, 0);
  return end === text.length
    ? text
    : `${text.slice(0, end)}\n[${text.length - end} characters are left out]`;
};

/** Describes an exception to the caller: faults are for the operator, everything else is a bug. */
const failed = (cause: unknown): string => {
  const error = filesExhausted(cause) ?? cause;
  return error instanceof Fault
    ? `${error.code}: ${error.message}\n  ${error.hint}\n  Nothing was changed by this call unless the ledger says so; ask again once it is mended.`
    : `BUG: this should not happen, and it is cairn's fault: ${errorText(error)}`;
};

/** Answers a call, whatever the outcome; never throws. */
export const answered = async (asked: () => Promise<string | Refusal>): Promise<Answered> => {
  let text: string;
  let wrong = false;
  try {
    const answer = await asked();
    wrong = isRefusal(answer);
    text = isRefusal(answer) ? refusalText(answer) : answer;
  } catch (error) {
    wrong = true;
    text = failed(error);
  }
  return { text: cut(text).toWellFormed(), wrong };
};
