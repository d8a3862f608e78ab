// Words of the page: spans, counts, moments, names and searches.
import { moneyText } from "../../src/core/words/usage.ts";
import type { Sum } from "../../src/core/agents/usage.ts";
import { howMany, span } from "../../src/core/words/how-many.ts";

/** `just now`, `4 min ago`. */
export const ago = (ms: number): string => (ms < 5_000 ? "just now" : `${span(ms)} ago`);

/** `12,400 tokens` and `$0.42`; empty if agents reported none. */
export const usageParts = ({
  usage,
}: {
  readonly usage?: Pick<Sum, "input" | "output" | "cost"> | undefined;
}): readonly string[] => {
  if (usage === undefined) return [];
  const tokens = (usage.input ?? 0) + (usage.output ?? 0);
  const cost = usage.cost ?? 0;
  return [...(tokens === 0 ? [] : [tokenWords(tokens)]), ...(cost === 0 ? [] : [moneyText(cost)])];
};

/** `12k tokens`. */
export const tokenWords = (tokens: number): string => `${shortly(tokens)} tokens`;

/** `950`, `12k`, `3.4M`. */
const shortly = (n: number): string =>
  n < 1_000
    ? String(n)
    : n < 1_000_000
      ? `${Math.round(n / 1_000)}k`
      : `${(n / 1_000_000).toFixed(1)}M`;

export const capital = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
export const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
/** Display name of a run: its id if it has no title. */
export const runTitle = ({
  title,
  run,
}: {
  readonly title: string;
  readonly run: string;
}): string => (title === "" ? run : title);
/** By a person, as the protocols' files call it. */
export const wasCancelled = ({ phase }: { readonly phase: string }): boolean =>
  phase.toLowerCase() === "cancelled";
/** A decision's unique key among all runs. */
export const decisionId = ({ run, key }: { readonly run: string; readonly key: string }): string =>
  `${run} ${key}`;
/** Adds a capital at the beginning and a full stop at the end. */
export const sentence = (text: string): string => `${capital(text).replace(/[.\s]+$/u, "")}.`;

export const clamp = (n: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, n));

export const sumOf = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((sum, one) => sum + of(one), 0);

const two = (n: number): string => String(n).padStart(2, "0");

/** `14:03:07` if on the viewing day, else `2026-11-21 14:03:07`; in the reader's own time zone. */
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

/** `1 of 3 done`; `3 tasks planned, none begun`. `begun`: whether any piece of the work has begun. */
export const farWords = ({
  done,
  of,
  begun,
}: {
  readonly done: number;
  readonly of: number;
  readonly begun: boolean;
}): string => {
  if (of === 0) return "nothing planned yet";
  return begun
    ? `${done} of ${of} done`
    : `${howMany(of, "task")} planned, ${of === 1 ? "not" : "none"} begun`;
};

/** The last part of a folder. */
export const lastPart = (path: string): string =>
  path.split("/").findLast((part) => part !== "") ?? path;

/** Only addresses that a browser opens as pages may become links; anything else stays text, including one with a login, whose beginning looks like another host. */
export const isLink = (text: string): boolean => {
  if (!/^https?:\/\/\S+$/iu.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "";
};

/** Whether a text contains all words of a query, in any order and case; an empty query matches every text. */
export const wordMatcher = (query: string): ((text: string) => boolean) => {
  const words = query.toLowerCase().split(/\s+/u);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
};
