// Why: where a run stands, at a glance, now or as it changes.
import { isPlain } from "../../core/adopt-words.ts";
import { newestFirst } from "../../core/newest.ts";
import { isOver } from "../../core/over.ts";
import { Fault, isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Card, Path } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { has } from "../args.ts";
import { noteGone } from "../gone.ts";
import { table } from "../layout.ts";
import { pick } from "../pick.ts";
import { pictureLines } from "../picture-text.ts";
import { type Picture, pictureOf } from "../picture.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { span } from "../words.ts";

/** What is wrong with one run alone. */
const unreadable: readonly string[] = ["LEDGER_DAMAGED", "EVENTS_UNREADABLE", "PROTOCOL_UNKNOWN"];

/** How many runs are listed with what was wanted of them: telling that means reading each. */
const titled = 20;

/** `title` null: not looked up. `decisions`: how many of its own wait for an answer. `unread`: the code of why its events can't be read. */
type Listed = Card & { readonly title: string | null; readonly decisions: number; readonly unread: string | null };

const decisionsOf = async (system: System, { run, life }: Card): Promise<number> => {
  const standings = life === "live" || life === "paused" ? await system.standings(run) : [];
  return isRefusal(standings) ? 0 : standings.filter(({ is }) => is === "decision").length;
};

const withTitle = async (system: System, card: Card, looks: boolean): Promise<Listed> => {
  try {
    const view = looks ? await system.view(card.run) : null;
    const title = view === null || isRefusal(view) ? null : view.title;
    return { ...card, title, decisions: await decisionsOf(system, card), unread: null };
  } catch (error) {
    // One that can't be read hides none of the others.
    if (!(error instanceof Fault) || !unreadable.includes(error.code)) throw error;
    return { ...card, title: null, decisions: 0, unread: error.code };
  }
};

const withTitles = (system: System, cards: readonly Card[]): Promise<readonly Listed[]> =>
  Promise.all(newestFirst(cards).map((card, index) => withTitle(system, card, index < titled)));

/** What it is at: whoever comes back in the morning looks for the runs that wait. */
const standsAt = ({ life, decisions, good, unread }: Listed): string => {
  if (unread !== null) return `can't be read: ${unread}`;
  if (decisions > 0) return "waits for you";
  if (life === "live") return "";
  return isOver(life) ? `${life}, ${good === true ? "done" : "not done"}` : life;
};

/** What lies here, and nobody has taken over. */
const strayLines = (strays: readonly Path[]): readonly string[] => {
  const first = strays.find(isPlain);
  if (strays.length === 0) return [];
  const ways = [
    ...(first === undefined ? [] : [`cairn adopt ${first}`]),
    ...(strays.length > 1 || first === undefined ? ["all: cairn doctor"] : []),
  ];
  return ["", `${strays.length === 1 ? "1 folder" : `${strays.length} folders`} here of no run: ${ways.join(" · ")}`];
};

/** `gone`: how many were here before. */
const listed = async (system: System, cards: readonly Card[], gone: number, now: number): Promise<Answer> => {
  const strays = await system.strays();
  const runs = await withTitles(system, cards);
  const roots = new Set(cards.map(({ root }) => root));
  const named = ({ run, place }: Card): string => (place.split("/").at(-1) === run ? "" : (place.split("/").at(-1) ?? ""));
  const names = runs.some((card) => named(card) !== "");
  return {
    exit: exits.done,
    json: { runs, strays },
    text: (page) => {
      const lines =
        runs.length === 0
          ? gone === 0
            ? 'no runs here yet: cairn run ultrawork "what is wanted"'
            : `no runs here any more: ${gone} ${gone === 1 ? "was" : "were"} here before (\`cairn verify\`)`
          : table(
              runs.map((card) => [
                card.run,
                card.protocol,
                card.phase,
                standsAt(card),
                `${span(now - Date.parse(card.at))} ago`,
                ...(names ? [named(card)] : []),
                // Only where it tells runs apart: those of other working trees of the repository.
                ...(roots.size > 1 ? [card.root] : []),
                card.title === null || card.title === named(card) ? "" : card.title,
              ]),
              page,
              0,
            );
      return [lines, ...strayLines(strays)].join("\n");
    },
  };
};

/** With what an interruption left, what `run` would do about it, and whether anybody is there for it. */
const resumable = async (system: System, card: Card): Promise<Picture | Refusal> => {
  const picture = await pictureOf(system, card);
  if (isRefusal(picture)) return picture;
  const [resume, lacks] = [await system.resume(card.run), await system.unassigned(card.run)];
  if (isRefusal(lacks)) return lacks;
  return isRefusal(resume) ? resume : { ...picture, ...(lacks === null ? {} : { lacks }), resume };
};

const answer = (picture: Picture, now: number): Answer => ({
  exit: exits.done,
  json: picture,
  text: (page) => pictureLines(picture, page, now).join("\n"),
});

/** Whoever looks once reads nothing of what follows a run. */
const watched = async (context: Context, system: System, { run }: Card): Promise<Answer | Refusal> =>
  (await import("../watch.ts")).watch(context, system, async () => {
    const now = await system.load(run);
    return isRefusal(now) ? now : resumable(system, now.card);
  });

/** The run that was named, or the only live one; null: there is none or there are several. */
const chosen = async (context: Context, system: System): Promise<Card | null | Refusal> => {
  const picked = await pick(context, system, { min: 0, max: 0, words: "", shows: true });
  if (!isRefusal(picked)) return picked.card;
  const named = context.words.length > 0 || (context.env["CAIRN_RUN"] ?? "") !== "";
  return named ? picked : null;
};

export const status: Verb = {
  name: "status",
  summary: "what is done, running, waiting and for whom; all runs where none is meant",
  args: [{ word: "RUN", must: false, means: "the run; if not said, the only live one, else all" }],
  options: { watch: { means: "go on showing it until the run is over or Ctrl-C", word: null, short: "w" } },
  example: ["cairn status", "cairn status 0198f3 --watch", "cairn status --json"],
  run: async (context) => {
    const system = await context.system();
    const card = await chosen(context, system);
    if (isRefusal(card)) return card;
    if (card === null) {
      const runs = await system.runs();
      const gone = await noteGone(context, system);
      if (!has(context.given, "watch")) return listed(system, runs, gone, context.now());
      const refusal = await system.find(null);
      return isRefusal(refusal) ? refusal : watched(context, system, refusal);
    }
    if (has(context.given, "watch")) return watched(context, system, card);
    const picture = await resumable(system, card);
    return isRefusal(picture) ? picture : answer(picture, context.now());
  },
};
