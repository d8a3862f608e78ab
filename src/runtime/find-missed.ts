// The refusal where no run was found: what runs there are, or the commands for them.
import { newestFirst } from "../core/newest.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import { type Missed, naturalName } from "./find.ts";

/** Titles by run, as far as they were looked up. */
export type Titles = ReadonlyMap<string, string>;
/** A command for that run. */
export type Typed = (run: string) => string;
const listed = (
  word: string,
  cards: readonly Card[],
  titles: Titles,
  typed: Typed | null,
): string => {
  if (cards.length === 0) return 'there are no runs: `cairn run "what is wanted"` starts one';
  const lines = newestFirst(cards).map((card) => {
    const { run, protocol, phase } = card;
    const name = naturalName(card);
    const title = titles.get(run);
    // A folder that is called after the protocol tells nothing.
    const shown = name === run || (title !== undefined && name === protocol) ? "" : ` ${name}`;
    const about = `${protocol}${shown}${title === undefined ? "" : `: ${title}`}, ${phase}`;
    return typed === null ? `${run} (${about})` : `${typed(run)}  # ${about}`;
  });
  if (typed !== null)
    return [
      ...lines.slice(0, 10),
      ...(lines.length > 10 ? [`and ${lines.length - 10} more: \`cairn status\``] : []),
    ].join("\n  ");
  return `${word}: ${lines.slice(0, 10).join("; ")}${lines.length > 10 ? `; and ${lines.length - 10} more: \`cairn status\`` : ""}`;
};

/**
 * @param named whether a run was named
 * @param typed the command for a run, where none was named
 */
export const missed = (
  { among, code, text }: Missed,
  named: boolean,
  titles: Titles,
  typed: Typed | null = null,
): Refusal => {
  const word = code === "RUN_UNKNOWN" && named ? "there are" : "name one";
  return refuse(code, text, { fits: listed(word, among, titles, named ? null : typed) });
};
