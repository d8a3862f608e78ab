// Lookup of a run by id, unique prefix or folder name, also from before its archiving.
import { parentOf } from "../core/origin.ts";
import { newestFirst } from "../core/newest.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import type { Over } from "./results.ts";

export const unknownRun = (run: string): Refusal =>
  refuse("RUN_UNKNOWN", `there is no run ${run}`, { fits: "`cairn status` lists the runs" });

/** The last part of the run's folder: slug, session id. */
export const naturalName = (card: Card): string => card.place.split("/").at(-1) ?? card.run;

/** Why no run was found: `among` are the candidates. */
export type Missed = {
  readonly code: "RUN_UNKNOWN" | "RUN_AMBIGUOUS";
  readonly text: string;
  readonly among: readonly Card[];
};

/** An archived folder may have a date after its name. */
const wasNamed = (card: Card, name: string): boolean =>
  card.life === "archived" && naturalName(card).replace(/-\d{8}(?:-\d+)?$/u, "") === name;

const isLive = ({ life }: Card): boolean => life === "live" || life === "paused";

/** Excludes live child runs: their parent drives them and shows their questions. */
const outermost = (live: readonly Card[]): readonly Card[] =>
  live.filter(({ origin }) => !live.some(({ run }) => run === parentOf(origin)));

const overHere = (cards: readonly Card[], over: Over | null): Card | undefined => {
  const meant: readonly Card["life"][] =
    over === "away" ? ["archived"] : over === "newest" ? ["over", "archived"] : ["over"];
  const ended = cards.filter(({ life, origin }) => origin === null && meant.includes(life));
  if (over === null || (over !== "newest" && ended.length > 1)) return undefined;
  return newestFirst(ended)[0];
};

const miss = (
  text: string,
  among: readonly Card[],
  code: Missed["code"] = "RUN_UNKNOWN",
): Missed => ({ code, text, among });
const ambiguous = "RUN_AMBIGUOUS";

/** Finds a run. `name` null: the only live one of this root, excluding child runs, or the result of `over`. */
export const findRun = (
  cards: readonly Card[],
  name: string | null,
  root: string,
  over: Over | null = null,
): Card | Missed => {
  if (name === null) {
    const here = cards.filter((card) => card.root === root);
    const live = outermost(here.filter(isLive));
    const only = live[0];
    if (only !== undefined)
      return live.length === 1 ? only : miss(`${live.length} runs are live here`, live, ambiguous);
    return overHere(here, over) ?? miss("no run is live here", cards);
  }
  if (name === "") return miss("an empty name names no run", cards);
  for (const fits of [
    ({ run }: Card) => run === name,
    (card: Card) => naturalName(card) === name,
    (card: Card) => card.run.startsWith(name),
    (card: Card) => wasNamed(card, name),
  ]) {
    const found = cards.filter(fits);
    const only = found[0];
    if (only !== undefined)
      return found.length === 1
        ? only
        : miss(`${name} may be ${found.length} runs`, found, ambiguous);
  }
  return miss(`there is no run ${name}`, cards);
};
