// Why: spans, counts and names read the same everywhere on the page, and as they do in the terminal.
import { count, span } from "../../src/core/span-words.ts";

export { count, span };

/** `just now`, `4 min ago`. */
export const ago = (ms: number): string => (ms < 5_000 ? "just now" : `${span(ms)} ago`);

/** `$0.42`, `< $0.01`; nothing is `$0`. */
export const dollars = (usd: number): string =>
  usd === 0 ? "$0" : usd < 0.01 ? "< $0.01" : `$${usd.toFixed(2)}`;

export const capital = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
/** With a capital at its beginning and a full stop at its end. */
export const sentence = (text: string): string => `${capital(text).replace(/[.\s]+$/u, "")}.`;

const two = (n: number): string => String(n).padStart(2, "0");

/** `14:03:07` of the day it was looked at, `2026-11-21 14:03:07` else; in the reader's own time zone. */
export const moment = (at: string, now: number): string => {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const today = new Date(now);
  const same = date.toDateString() === today.toDateString();
  return same
    ? time
    : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
};

/** The last part of a folder. */
export const lastPart = (path: string): string =>
  path.split("/").findLast((part) => part !== "") ?? path;

/** Only addresses that a browser opens as pages may become links; anything else stays a text, as does one with a login, whose beginning reads as the name of another place. */
export const isLink = (text: string): boolean => {
  if (!/^https?:\/\/\S+$/iu.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "";
};
