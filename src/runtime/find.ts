// Lookup of a run by id, unique prefix or folder name, also from before its archiving.
import { newestFirst } from "../core/newest.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import type { Over } from "./results.ts";

export const unknownRun = (run: string): Refusal =>
  refuse("RUN_UNKNOWN", `there is no run ${run}`, { fits: "`cairn status` lists the runs" });

/** The last part of the run's folder: slug, session id. */
export const naturalName = (card: Card): string => card.place.split("/").at(-1) ?? card.run;

/** Titles by run, as far as they were looked up. */
export type Titles = ReadonlyMap<string, string>;
/** A command for that run. */
export type Typed = (run: string) => string;
const listed = (
  word: string,
  cards: readonly Card[],
  titles: Titles,
  typed: Typed | null = null,
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

/** An archived folder may have a date after its name. */
const wasNamed = (card: Card, name: string): boolean =>
  card.life === "archived" && naturalName(card).replace(/-\d{8}(?:-\d+)?$/u, "") === name;

const isLive = ({ life }: Card): boolean => life === "live" || life === "paused";

/** Excludes live child runs: their parent drives them and shows their questions. */
const outermost = (live: readonly Card[]): readonly Card[] =>
  live.filter(
    ({ origin }) => origin === null || !live.some(({ run }) => origin.startsWith(`${run}/`)),
  );

const overHere = (cards: readonly Card[], over: Over | null): Card | undefined => {
  const meant: readonly Card["life"][] =
    over === "away" ? ["archived"] : over === "newest" ? ["over", "archived"] : ["over"];
  const ended = cards.filter(({ life, origin }) => origin === null && meant.includes(life));
  if (over === null || (over !== "newest" && ended.length > 1)) return undefined;
  return newestFirst(ended)[0];
};

/** Finds a run. `name` null: the only live one of this root, excluding child runs, or the result of `over`; RUN_UNKNOWN and RUN_AMBIGUOUS list the candidates. */
export const findRun = (
  cards: readonly Card[],
  name: string | null,
  root: string,
  over: Over | null = null,
  titles: Titles = new Map(),
  typed: Typed | null = null,
): Card | Refusal => {
  if (name === null) {
    const live = outermost(cards.filter((card) => isLive(card) && card.root === root));
    const only = live[0];
    if (only !== undefined && live.length === 1) return only;
    const ended =
      live.length === 0
        ? overHere(
            cards.filter((card) => card.root === root),
            over,
          )
        : undefined;
    if (ended !== undefined) return ended;
    return live.length === 0
      ? refuse("RUN_UNKNOWN", "no run is live here", {
          fits: listed("name one", cards, titles, typed),
        })
      : refuse("RUN_AMBIGUOUS", `${live.length} runs are live here`, {
          fits: listed("name one", live, titles, typed),
        });
  }
  if (name === "")
    return refuse("RUN_UNKNOWN", "an empty name names no run", {
      fits: listed("there are", cards, titles),
    });
  const exact = cards.find((card) => card.run === name);
  if (exact !== undefined) return exact;
  for (const fits of [
    (card: Card) => naturalName(card) === name,
    (card: Card) => card.run.startsWith(name),
    (card: Card) => wasNamed(card, name),
  ]) {
    const found = cards.filter(fits);
    const only = found[0];
    if (only !== undefined && found.length === 1) return only;
    if (found.length > 1)
      return refuse("RUN_AMBIGUOUS", `${name} may be ${found.length} runs`, {
        fits: listed("name one", found, titles),
      });
  }
  return refuse("RUN_UNKNOWN", `there is no run ${name}`, {
    fits: listed("there are", cards, titles),
  });
};
