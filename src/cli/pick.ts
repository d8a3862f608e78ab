// Choice of the run for a verb: by id or part of it, by environment, else the only live run.
import { isOver } from "../core/over.ts";
import { Fault, isRefusal, refuse, type Refusal } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import type { Over, System } from "../runtime/system.ts";
import { cleanLine } from "./clean.ts";
import type { Context } from "./verb.ts";

/** What follows the run: how many words at least and at most, and what they are called. `shows`: the verb itself tells what stands refused. `over`: which run is meant where none is named and none is live. */
export type Rest = {
  readonly min: number;
  readonly max: number;
  readonly words: string;
  readonly shows?: true;
  readonly over?: Over;
};
export type Picked = { readonly card: Card; readonly rest: readonly string[] };

const named = ({ env }: Context): string | null =>
  (env["CAIRN_RUN"] ?? "") === "" ? null : (env["CAIRN_RUN"] ?? "");

const leftOut = async (context: Context, system: System, over?: Over): Promise<Card | Refusal> => {
  const card = await system.find(named(context), over);
  if (named(context) === null && over !== undefined && !isRefusal(card) && isOver(card.life))
    await (await import("./gone.ts")).noteOver(context, system, card);
  return card;
};

/** What was edited by hand is read before anything else is asked or said, and what is refused of it is told, once; a disk in trouble stops nobody from looking. */
const scanned = async (
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
  // Told where it is read, and then by `status` alone.
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

/** The start of a run's id is taken for a unit's name below this, where it may be either: ids are drawn by chance, and tasks are called 1, 2, 3. */
const MIN_PREFIX = 4;
const isDoubtful = (card: Card, word: string): boolean =>
  word.length < MIN_PREFIX && card.run !== word && card.place.split("/").at(-1) !== word;

/** The run that the words name, and the words after it: with one word fewer than the verb takes, or where the first names no run, the only live run of the folder. */
export const pick = async (
  context: Context,
  system: System,
  rest: Rest,
  given: readonly string[] = context.words,
): Promise<Picked | Refusal> => {
  const [first, ...after] = given;
  if (given.length > rest.max + 1)
    return refuse(
      "USAGE",
      `too many words: ${given
        .slice(rest.max + 1)
        .join(" ")
        .slice(0, 120)}`,
      {
        fits: `[RUN]${rest.words === "" ? "" : ` ${rest.words}`}; a text with blanks stands in quotes`,
      },
    );
  if (given.length < rest.min)
    return refuse("USAGE", `${rest.words.split(" ")[0] ?? "a word"} is missing`, {
      fits: `it takes: [RUN] ${rest.words}`,
    });
  if (first === undefined || given.length === rest.min) {
    const card = await leftOut(context, system, rest.over);
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
  if (!mayBeUnit || given.length > rest.max) return asRun();
  const card = await leftOut(context, system, rest.over);
  return isRefusal(card) ? asRun() : picked(context, system, card, given, rest.shows);
};

/** The run that is probably meant while flags are not known yet: for help texts and flag names, never for anything that counts. */
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

/** The run that is meant where none is named. */
export const guessLeftOut = async (
  context: Context,
  system: System,
  over?: Over,
): Promise<Card | null> => {
  const card = await system.find(named(context), over);
  return isRefusal(card) ? null : card;
};
