// News of a running run: a word for each kind, and the events that are news.
import type { Event } from "./command.ts";
import type { Recorded } from "./row.ts";

export const newsWords = {
  begins: "busy",
  ends: "strong",
  proved: "good",
  lands: "good",
  done: "good",
  again: "wait",
  waits: "wait",
  stopped: "wait",
  failed: "bad",
} as const;
export type NewsWord = keyof typeof newsWords;
export type News = { readonly word: NewsWord; readonly text: string };

/** Makes news from a table of event types; other events are no news. `line`: from the state after the event, or a later one. */
export const newsBy =
  <E extends Event, S = unknown>(
    table: Readonly<Partial<Record<E["type"], NewsWord>>>,
    line: (event: Recorded<E>, state: S) => string,
  ) =>
  (event: Recorded<E>, state: S): News | null => {
    const type: E["type"] = event.type;
    const word = table[type];
    return word === undefined ? null : { word, text: line(event, state) };
  };

/** The protocol's news of an event; null for events unknown to the rules, forged or from a newer version. */
export const newsIn = (
  { news }: { news?(event: Recorded, state: unknown): News | null },
  event: Recorded,
  state: unknown,
): News | null => {
  try {
    return news?.(event, state) ?? null;
  } catch {
    return null;
  }
};
