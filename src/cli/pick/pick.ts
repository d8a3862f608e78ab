// Choice of the run for a verb: by id or part of it, by environment, else the only live run.
import { isOver } from "../../core/over.ts";
import { Fault, isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { Over, System } from "../../runtime/system.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import { othersTyped } from "../flags/args.ts";
import { cleanLine } from "../../core/words/clean.ts";
import type { Context } from "../verb.ts";

/** `words`: names of the words after the run, optional ones in brackets. `shows`: the verb itself reports refusals. `over`: which run to use if none is named and none is live. */
export type Rest = {
  readonly words?: string;
  readonly shows?: true;
  readonly over?: Over;
};
export type Picked = { readonly card: Card; readonly rest: readonly string[] };

const named = ({ env }: Context): string | null =>
  (env["CAIRN_RUN"] ?? "") === "" ? null : (env["CAIRN_RUN"] ?? "");

const leftOut = async (context: Context, system: System, over?: Over): Promise<Card | Refusal> => {
  const { verb, words, given } = context;
  const typed = (run: string): string =>
    ["cairn", verb, run, ...words.map(asTyped)].join(" ") + othersTyped(given, "");
  const card = await system.find(named(context), over, typed);
  if (isRefusal(card) && named(context) === null)
    return (await import("./gone.ts")).withWay(system, verb, card);
  if (named(context) === null && over !== undefined && !isRefusal(card) && isOver(card.life))
    await (await import("./gone.ts")).noteOver(context, system, card);
  return card;
};

/** Reads manual edits before anything else, and reports refused ones once; disk errors don't prevent viewing. */
export const scanned = async (
  context: Context,
  system: System,
  card: Card,
  shows: boolean,
): Promise<Card | Refusal> => {
  try {
    await system.scan(card.run);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    context.note(`warning  ${error.code}: ${cleanLine(error.message)}`);
  }
  const now = await system.find(card.run);
  // Reported when read, afterwards only by `status`.
  const fresh =
    !shows && !isRefusal(now) && now.version > card.version
      ? await system.rows(card.run, card.version)
      : [];
  const view = fresh.some(({ type }) => type === "EditRefused")
    ? await system.view(card.run)
    : null;
  if (view !== null && !isRefusal(view) && view.refused !== null)
    context.note(`refused  ${cleanLine(view.refused)}`);
  return now;
};

const picked = async (
  context: Context,
  system: System,
  card: Card,
  rest: readonly string[],
  shows = false,
): Promise<Picked | Refusal> => {
  const fresh = await scanned(context, system, card, shows);
  return isRefusal(fresh) ? fresh : { card: fresh, rest };
};

/** Below this length an ambiguous word is a unit's name rather than the start of a run's id: ids are random, and tasks are called 1, 2, 3. */
const MIN_PREFIX = 4;
const isDoubtful = (card: Card, word: string): boolean =>
  word.length < MIN_PREFIX && card.run !== word && card.place.split("/").at(-1) !== word;

const namesRun = async (system: System, word: string): Promise<boolean> => {
  const card = await system.find(word);
  return !isRefusal(card) && !isDoubtful(card, word);
};

/** The run named by the words, and the remaining words: with one word less than the verb takes, or if the first names no run, the folder's only live run. */
export const pick = async (
  context: Context,
  system: System,
  rest: Rest = {},
  given: readonly string[] = context.words,
): Promise<Picked | Refusal> => {
  const names = (rest.words ?? "").split(" ").filter((name) => name !== "");
  const least = names.filter((name) => !name.startsWith("[")).length;
  const [first, ...after] = given;
  if (first === undefined || given.length === least) {
    const card = await leftOut(context, system, rest.over);
    const isRun = first !== undefined && isRefusal(card) && (await namesRun(system, first));
    if (isRun)
      return refuse("USAGE", `${names[0] ?? "a word"} is missing`, {
        fits: `cairn ${context.verb} ${asTyped(first)} ${names.join(" ")}`,
      });
    if (isRefusal(card) && card.code === "RUN_UNKNOWN")
      await (await import("./gone.ts")).noteGone(context, system);
    return isRefusal(card) ? card : picked(context, system, card, given, rest.shows);
  }
  const found = await system.find(first);
  if (isRefusal(found) && found.code === "RUN_UNKNOWN")
    await (await import("./gone.ts")).noteGone(context, system);
  const asRun = (): Picked | Refusal | Promise<Picked | Refusal> =>
    isRefusal(found) ? found : picked(context, system, found, after, rest.shows);
  const mayBeUnit = isRefusal(found)
    ? found.code === "RUN_UNKNOWN" || first.length < MIN_PREFIX
    : isDoubtful(found, first);
  if (!mayBeUnit || given.length > names.length) return asRun();
  const card = await leftOut(context, system, rest.over);
  return isRefusal(card) ? asRun() : picked(context, system, card, given, rest.shows);
};

/** The probable run before flags are known: only for help texts and flag names. */
export const guess = async (
  context: Context,
  system: System,
  over?: Over,
): Promise<Card | null> => {
  const [first] = context.words;
  const found = first === undefined ? null : await system.find(first);
  if (found !== null && !isRefusal(found)) return found;
  return guessLeftOut(context, system, over);
};

/** The run to use if none is named. */
export const guessLeftOut = async (
  context: Context,
  system: System,
  over?: Over,
): Promise<Card | null> => {
  const card = await system.find(named(context), over);
  return isRefusal(card) ? null : card;
};
