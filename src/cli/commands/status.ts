// Verb `cairn status`: summary of a run's state.
import { isOver } from "../../core/over.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { Reach, System } from "../../runtime/system.ts";
import { has } from "../flags/args.ts";
import { fitted } from "../terminal/layout.ts";
import { pick, scanned } from "../pick/pick.ts";
import { pictureLines } from "../text/picture-text.ts";
import { type Picture, pictureOf, withTimeLeft } from "../text/picture.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";

/** Includes whether a worker is available. */
const withLacks = async (system: System, card: Card): Promise<Picture | Refusal> => {
  const picture = await pictureOf(system, card);
  if (isRefusal(picture)) return picture;
  const lacks = await system.unassigned(card.run);
  if (isRefusal(lacks)) return lacks;
  return lacks === null ? picture : { ...picture, lacks };
};

type Seen = {
  readonly picture: Picture & { readonly reach?: Reach };
  readonly more: readonly string[];
};

/** The run as its branch stands now, with commits that the branch lacks, and how to take landed work. */
const seenNow = async (system: System, picture: Picture): Promise<Seen> => {
  const { work, run } = picture;
  if (work === undefined || work.dropped || work.landed === 0) return { picture, more: [] };
  const { nextLines, reachLines, stillMerged, unlandedLines } =
    await import("../text/delivery-text.ts");
  const reach = await (await system.delivery()).reach(run);
  const now = stillMerged(picture, reach);
  return {
    picture: { ...now, ...(reach === null ? {} : { reach }) },
    more: [
      ...reachLines(reach, now.work?.merged?.whole === true),
      ...(await unlandedLines(system, run)),
      ...nextLines(now, reach),
    ],
  };
};

const answer = async (system: System, whole: Picture, now: number): Promise<Answer> => {
  const { picture, more } = await seenNow(system, whole);
  const shown = await withTimeLeft(system, picture, now);
  return {
    exit: exits.done,
    json: picture,
    text: (page) =>
      [...pictureLines(shown, page, now), ...more.map((line) => fitted(line, page))].join("\n"),
  };
};

/** The newest run, if it was over and heard of a hand edit now; null: none. */
const edited = async (context: Context, system: System): Promise<Card | null> => {
  const last = await system.find(null, "newest");
  if (isRefusal(last) || !isOver(last.life) || last.life === "archived") return null;
  const now = await scanned(context, system, last, true);
  return isRefusal(now) || now.version === last.version ? null : now;
};

const isNamed = ({ words, env }: Context): boolean =>
  words.length > 0 || (env["CAIRN_RUN"] ?? "") !== "";

/** The named run, or the only live one; null: none, or several. */
const chosen = async (context: Context, system: System): Promise<Card | null | Refusal> => {
  const picked = await pick(context, system, { shows: true });
  if (!isRefusal(picked)) return picked.card;
  return isNamed(context) ? picked : edited(context, system);
};

const stateFlags = ["state", "at", "file"];
/** Each by its own flags. */
const views = [["next"], stateFlags];

export const status: Verb = {
  name: "status",
  views: true,
  summary: "what is done, under way and waiting for you, with what to type",
  args: [
    { word: "RUN", must: false, means: "the run; default: the only unfinished one, else all" },
    {
      word: "TASK",
      must: false,
      needs: "state",
      means: "with --state: a task or another part of it; all of it if not said",
    },
  ],
  options: {
    next: { means: "the jobs that ought to run now, and why the others may not", word: null },
    state: { means: "all that is recorded of the run, or of one task of it, as JSON", word: null },
    at: { means: "with --state or --file: as it was then", word: "VERSION|TIME" },
    file: { means: "one of the run's files, by its path in its folder", word: "PATH" },
  },
  example: [
    "cairn status",
    "cairn status --next --json | jq -r '.jobs[] | select(.ready) | .key'",
    "cairn status 0198f3 2 --state --at 41",
  ],
  run: async (context) => {
    const system = await context.system();
    const view = views.filter((flags) => flags.some((flag) => has(context.given, flag)));
    if (view.length > 1)
      return refuse("USAGE", "these are several views", {
        fits: "one of --next, and --state or --file with --at",
      });
    if (has(context.given, "next"))
      return (await import("../text/status-views.ts")).nextAnswer(context, system);
    if (stateFlags.some((flag) => has(context.given, flag)))
      return (await import("../text/status-views.ts")).stateAnswer(context, system);
    const [run, task] = context.words;
    if (task !== undefined)
      return refuse("USAGE", "a task of a run is shown by --state", {
        fits: `cairn status ${run} ${task} --state`,
      });
    const card = await chosen(context, system);
    if (isRefusal(card)) return card;
    if (card === null) {
      const gone = await (await import("../pick/gone.ts")).noteGone(context, system);
      const { listingOf, listLines } = await import("../text/list-text.ts");
      const listing = await listingOf(system, await system.runs());
      return {
        exit: exits.done,
        json: listing,
        text: (page) => listLines(listing, gone, page, context.now()).join("\n"),
      };
    }
    const picture = await withLacks(system, card);
    return isRefusal(picture) ? picture : answer(system, picture, context.now());
  },
};
