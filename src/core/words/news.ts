// News of a running run: a word for each kind.
import type { Recorded } from "../row.ts";

export const newsWords = {
  begins: "busy",
  resumes: "busy",
  ends: "strong",
  proved: "good",
  judged: "strong",
  lands: "good",
  done: "good",
  again: "wait",
  waits: "wait",
  stopped: "wait",
  failed: "bad",
} as const;
export type NewsWord = keyof typeof newsWords;
export type News = { readonly word: NewsWord; readonly text: string };

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
