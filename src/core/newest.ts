// Order of lists of runs: latest activity first.
import type { Card } from "./row.ts";

export const newestFirst = (cards: readonly Card[]): readonly Card[] =>
  cards.toSorted((a, b) => (a.at < b.at ? 1 : -1));
