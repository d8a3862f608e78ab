// List of a ledger's runs: state and title first, those that wait for a person on top.
import { asTyped } from "../../core/words/shell-word.ts";
import { newestFirst } from "../../core/newest.ts";
import { isOver } from "../../core/over.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Card, Path } from "../../core/row.ts";
import { byTop } from "../../core/words/tops.ts";
import { howMany } from "../../core/words/how-many.ts";
import { moneyText } from "../../core/words/usage.ts";
import { runStates, stateRank } from "../../core/words/states.ts";
import { attendedIn } from "../../runtime/picture/driven.ts";
import type { RunLine } from "../../runtime/picture/line.ts";
import { cardLine, lineOf, unreadableLine } from "../../runtime/picture/line-of.ts";
import type { System } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { unreadBy } from "../damaged.ts";
import { columns, fit, list, type Page, type Tone } from "../terminal/layout.ts";
import type { Picture } from "./picture.ts";
import { ago, joined } from "./words.ts";

/** A run of the list; `work`: where that of a finished one went. Of one that ended long ago its card alone is known. */
export type Listed = RunLine & Pick<Card, "root" | "place"> & { readonly work: string | null };
export type Listing = { readonly runs: readonly Listed[]; readonly strays: readonly Path[] };

export const toMerge = "to merge";

/** Where a finished run's work went; null: not over, or no job ever began. */
export const wentOf = async (
  system: System,
  { run, work }: Pick<Picture, "run" | "work">,
): Promise<string | null> => {
  if (work === undefined) return null;
  const { dropped, landed, merged } = work;
  if (landed === 0) return "nothing landed";
  const reach = await (await system.delivery()).reach(run);
  if (merged?.whole === true && reach?.merged !== false) return "merged";
  if (dropped) return "dropped";
  return reach?.is === "holds" ? "merged" : toMerge;
};

/** Number of finished runs listed with title, which requires reading them. */
const titled = 20;

const listedOf = async (system: System, card: Card, looks: boolean): Promise<Listed> => {
  const { root, place } = card;
  const of = (line: RunLine, work: string | null = null): Listed => ({
    ...line,
    root,
    place,
    work,
  });
  try {
    const picture = looks || !isOver(card.life) ? await system.picture(card.run) : null;
    if (picture === null || isRefusal(picture)) return of(cardLine(card));
    const work = isOver(card.life) ? await wentOf(system, picture) : null;
    return of(lineOf(attendedIn(system, picture)), work);
  } catch (error) {
    return of(unreadableLine(card, unreadBy(error)));
  }
};

export const listingOf = async (system: System, cards: readonly Card[]): Promise<Listing> => {
  const strays = await system.strays();
  return {
    runs: await Promise.all(
      newestFirst(cards).map((card, index) => listedOf(system, card, index < titled)),
    ),
    strays,
  };
};

/** Session folders that belong to no run of the ledger. */
const strayLines = (strays: readonly Path[]): readonly string[] => {
  const [first, ...more] = strays;
  if (first === undefined) return [];
  const ways = [`cairn adopt ${asTyped(first)}`, ...(more.length > 0 ? ["all: cairn doctor"] : [])];
  return ["", `${howMany(strays.length, "unmanaged session folder")}: ${ways.join(" · ")}`];
};

const nameOf = ({ run, place }: Pick<Card, "run" | "place">): string => {
  const last = place.split("/").at(-1) ?? "";
  return last === "" || last.startsWith(".") ? run : last;
};

const unreadOf = ({ wrong }: Listed): string | undefined =>
  wrong.find(({ what }) => what === "unreadable")?.text;
/** Its proofs weren't looked up. */
const isUnseen = ({ startedAt }: Listed): boolean => startedAt === null;

const stateOf = (run: Listed): { readonly state: string; readonly tone: Tone } => {
  if (unreadOf(run) !== undefined) return { state: "unreadable", tone: "bad" };
  const { state } = run;
  return isUnseen(run) && state === "not proved"
    ? { state: "ended", tone: "dim" }
    : { state, tone: runStates[state].shade };
};

/** What waits for the person, with commands: a question; work to be merged, proved work first; of other work, its changes first. */
const waitLines = (runs: readonly Listed[]): readonly string[] => {
  const [asked] = runs.flatMap((run) => run.decisions);
  const asks = asked ? [`asks you: cairn decide ${asked.run} ${asked.key}`] : [];
  const waiting = runs.filter(({ work }) => work === toMerge);
  const [first] = waiting.toSorted((one, other) => stateRank(other.state) - stateRank(one.state));
  if (first === undefined) return asks;
  const merge = `to merge: cairn merge${waiting.length === 1 ? "" : ` ${first.run}`}`;
  const look = `cairn diff ${first.run} --patch`;
  if (first.state === "done") return [...asks, `${merge}   look: ${look}`];
  return [...asks, `not all proved: ${look}   then ${merge}`];
};

/** The most important first: the last ones go where a page is narrow. */
const factsOf = (run: Listed, isOneRoot: boolean, now: number): readonly string[] => {
  const { pieces, decisions, usage, name, life, state, evidence } = run;
  const [first, ...more] = decisions.map(({ key }) => key);
  const [unread, { have, of }, cost] = [unreadOf(run), evidence, usage?.cost ?? null];
  const last = nameOf(run);
  const facts = [
    run.run,
    unread === undefined ? null : `can't be read: ${unread}`,
    more.length === 0 ? first : `${first} and ${more.length} more`,
    run.work,
    ago(now - Date.parse(run.endedAt ?? run.at)),
    pieces.of === 0 ? null : `${pieces.done}/${pieces.of}`,
    state === "not proved" && have < of ? `${have} of ${of} proved` : null,
    life === "archived" ? life : null,
    cost === null ? null : moneyText(cost),
    isOneRoot ? null : run.root,
    // Only if it says more than the title.
    name ?? (last === run.run || run.title.includes(last) ? null : last),
  ];
  return facts.flatMap((fact) => (fact === null || fact === undefined ? [] : [cleanLine(fact)]));
};

/** As many facts as there is room for, each whole; the first one always. */
const fitting = (facts: readonly string[], room: number): string => {
  const kept = facts.findLastIndex((_, at) => columns(joined(facts.slice(0, at + 1))) <= room);
  return joined(facts.slice(0, Math.max(1, kept + 1)));
};

/** Columns that a title keeps; `cairn status RUN` shows it whole. */
const leastTitle = (width: number): number => Math.max(24, Math.floor(width * 0.4) - 8);

/** `gone`: how many runs the ledger had before. */
export const listLines = (
  { runs, strays }: Listing,
  gone: number,
  page: Page,
  now: number,
): readonly string[] => {
  if (runs.length === 0)
    return [
      gone === 0
        ? 'no runs here yet: cairn run "what is wanted"'
        : `no runs here any more: ${gone} ${gone === 1 ? "was" : "were"} here before (\`cairn verify\`)`,
      ...strayLines(strays),
    ];
  const isOneRoot = new Set(runs.map(({ root }) => root)).size < 2;
  // A question of a run within another stands in the row of that one.
  const sorted = [...byTop(runs).keys()].toSorted(
    (one, other) => stateRank(one.state) - stateRank(other.state),
  );
  const states = sorted.map(stateOf);
  const widest = (texts: readonly string[]): number => Math.max(...texts.map(columns));
  const room = page.width - widest(states.map(({ state }) => state)) - 4;
  const titles = sorted.map((run) => cleanLine(run.title || nameOf(run)));
  const least = Math.min(widest(titles), leastTitle(page.width));
  const abouts = sorted.map((run) => fitting(factsOf(run, isOneRoot, now), room - least));
  const wide = Math.max(least, room - widest(abouts));
  const waits = waitLines(sorted);
  return [
    ...list(
      sorted.map((_, at) => [
        [states[at]?.tone ?? "dim", states[at]?.state ?? ""],
        ["strong", fit(titles[at] ?? "", wide)],
        ["dim", abouts[at] ?? ""],
      ]),
      page,
      { cut: true, most: Number.POSITIVE_INFINITY },
    ),
    ...(waits.length === 0 ? [] : ["", ...waits]),
    ...strayLines(strays),
  ];
};
