// Properties of events that come from their history entry.
import type { AttemptState } from "../../../core/words/attempt-states.ts";
import { type EndSaid, own } from "../../../core/reports/attempt-end.ts";
import type { NewsWord } from "../../../core/words/news.ts";
import { oneLine } from "../../../core/words/quote.ts";
import type { Entry } from "../entries.ts";

type Marked = { readonly entry: Entry };

export const lineOf = ({ agent, signal, summary }: Entry): string =>
  `${oneLine(agent, 60)} · ${oneLine(signal, 60)} · ${oneLine(summary)}`;
export const newsAs = (word: NewsWord) => ({
  word,
  line: ({ entry }: Marked): string => oneLine(entry.summary),
});
export const endsAs =
  (how: AttemptState) =>
  ({ entry }: Marked): readonly EndSaid[] => [own(how, entry.summary)];
