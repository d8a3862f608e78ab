// Why: lists of runs begin with what somebody was at last, wherever they are shown.
import type { Card } from "./row.ts";

export const newestFirst = (cards: readonly Card[]): readonly Card[] =>
  cards.toSorted((a, b) => (a.at < b.at ? 1 : -1));
