// Texts that every pass reads, and questions about what is wanted, as the state holds them.
import type * as t from "../../../kit/schema.ts";
import type * as s from "../shapes.ts";
import type { Brief, ContextText, State } from "../state.ts";

/** A question is open until it is answered or deliberately left open. */
export const openQuestions = ({ questions }: Pick<State, "questions">): State["questions"] =>
  questions.filter(({ answers, skipped }) => answers === null && !skipped);

export const briefOf = (
  { done_when: doneWhen, ...rest }: t.Of<typeof s.brief>,
  at: string,
): Brief => ({ ...rest, doneWhen, at });

export const contextOf = (data: t.Of<typeof s.contextText>): ContextText => ({
  goal: data.goal,
  approach: data.approach,
  keyFiles: data.key_files,
  patterns: data.patterns,
  signals: data.signals,
  whole: data.whole,
});

/** Names and solutions are compared without case and whitespace. */
export const plain = (text: string): string => text.replaceAll(/\s+/gu, " ").trim().toLowerCase();
