// Verb `cairn watch`: agents at work and what waits for a person, over the whole terminal; elsewhere one block of lines a change.
import { isOver } from "../../core/over.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { changes } from "../changes.ts";
import { has } from "../flags/args.ts";
import type { Page } from "../terminal/layout.ts";
import { pick } from "../pick/pick.ts";
import { pictureLines } from "../text/picture-text.ts";
import { pictureOf } from "../text/picture.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";

/** A line with what is indented below it. */
export const blocksOf = (lines: readonly string[]): readonly string[] =>
  lines.join("\n").split(/\n(?! {2})/u);

/** Durations change constantly: only other changes count. */
const timeless = (block: string): string =>
  block.replace(/(?:< )?\d[\d.,]* (?:ms|s|min|h|d)\b/gu, "").replace(/ {2,}/gu, " ");

/** Of texts that are told again and again those that weren't among the last ones. */
export const news = () => {
  let told: readonly string[] = [];
  return (texts: readonly string[]): readonly string[] => {
    const last = new Set(told);
    told = texts.map(timeless);
    return texts.filter((text) => !last.has(timeless(text)));
  };
};

/** `over`: nothing will change any more. `parts`: of each that changed one line of JSON. */
type Look = {
  readonly parts: readonly unknown[];
  readonly over: boolean;
  readonly lines: (page: Page) => readonly string[];
};

/** Prints what changed, until it is over or Ctrl-C. */
const watchLines = async (
  context: Context,
  system: System,
  look: () => Promise<Look | Refusal>,
): Promise<Answer | Refusal> => {
  const fresh = news();
  const isJson = has(context.given, "json");
  for await (const _ of changes(system, context.interrupted())) {
    const now = await look();
    if (isRefusal(now)) return now;
    const parts = isJson
      ? now.parts.map((part) => JSON.stringify(part))
      : blocksOf(now.lines(context.page()));
    for (const part of fresh(parts))
      context.tell({ json: isJson ? JSON.parse(part) : null, text: () => part });
    if (now.over) return { exit: exits.done };
  }
  return { exit: exits.interrupted };
};

const oneRun = (context: Context, system: System, { run }: Card) =>
  watchLines(context, system, async () => {
    const picture = await pictureOf(system, { run });
    if (isRefusal(picture)) return picture;
    return {
      parts: [picture],
      over: isOver(picture.life),
      lines: (page) => pictureLines(picture, page, context.now()),
    };
  });

/** Until none is live. */
const allRuns = (context: Context, system: System) =>
  watchLines(context, system, async () => {
    const { listingOf, listLines } = await import("../text/list-text.ts");
    const listing = await listingOf(system, await system.runs());
    const over = listing.runs.every(({ life }) => isOver(life));
    const lines = (page: Page) => listLines(listing, 0, page, context.now());
    return { parts: listing.runs, over, lines };
  });

export const watch: Verb = {
  name: "watch",
  // It answers, too, by the configuration as it is.
  views: "first",
  stays: "waits",
  summary:
    "what every agent does now and what waits for you, on the whole screen; without a terminal line by line",
  args: [
    {
      word: "RUN",
      must: false,
      means:
        "begin with this run; default: all of them. Keys: ↑↓ choose or scroll, Enter opens, a answers, o shows output, Esc goes back, q ends",
    },
  ],
  options: {},
  example: ["cairn watch", "cairn watch 0198f3", "cairn watch 0198f3 --json"],
  run: async (context) => {
    const system = await context.system();
    const named = context.words.length > 0;
    const picked = named ? await pick(context, system, { shows: true }) : null;
    if (isRefusal(picked)) return picked;
    const { draw } = context;
    if (draw === null || !context.asks)
      return picked === null ? allRuns(context, system) : oneRun(context, system, picked.card);
    const { watchScreen } = await import("../watch/screen.ts");
    return watchScreen(
      context,
      system,
      draw,
      picked === null
        ? { is: "board", chosen: null }
        : { is: "run", run: picked.card.run, top: 0, from: null },
    );
  },
};
