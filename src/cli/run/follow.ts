// Progress of a driven run: one line per event of interest, with live lines for jobs on a terminal.
import { type Teller, tellerOf } from "../../core/words/event-line.ts";
import { type News, type NewsWord, newsWords } from "../../core/words/news.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Progress, System } from "../../runtime/system.ts";
import { has } from "../flags/args.ts";
import { changes } from "../changes.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { type Page, hung, pad, paint } from "../terminal/layout.ts";
import { pictureOf, withTimeLeft } from "../text/picture.ts";
import { clockOf } from "../text/words.ts";
import { redraw } from "../terminal/redraw.ts";
import type { Context } from "../verb.ts";
import { firstOf, howMany } from "../../core/words/how-many.ts";
import type { Twice } from "../world.ts";

export type Followed = {
  readonly progress: (progress: Progress) => void;
  readonly end: () => Promise<void>;
};

/** Columns of the clock and the separator. */
const beside = 10;

/** Agents' jobs are reported by their runner's progress; checks of the engine by what they prove. */
const jobWords: Readonly<Record<Extract<Progress, { is: "job" }>["what"], NewsWord>> = {
  started: "begins",
  reattached: "resumes",
  finished: "ends",
  adopted: "ends",
  stopped: "stopped",
  lost: "failed",
  refused: "failed",
  left: "waits",
  waits: "waits",
};

const isWell = (note: string): boolean => note === "" || note.startsWith("exit 0");
const newsOf = (progress: Progress): News | null => {
  if (progress.is === "event") return progress.news;
  if (progress.is !== "job") return null;
  const { key, what, note } = progress;
  if (what === "started" && note === "check")
    return key.startsWith("base-")
      ? { word: "begins", text: `${key}: checks before any work` }
      : null;
  // What a job came to is told by what follows from it.
  if (jobWords[what] === "ends" && isWell(note)) return null;
  return { word: jobWords[what], text: `${key}${note === "" ? "" : `: ${note}`}` };
};

/** One line, or null for things of no interest to people. `verbose`: every event as in the ledger, and every job. */
export const progressLine = (
  progress: Progress,
  now: number,
  page: Page,
  tell: Teller,
  verbose: boolean,
): string | null => {
  const at = clockOf(now);
  if (progress.is !== "event" && progress.is !== "job") {
    const before = progress.is === "warning" ? `${paint(page, "wait", "warning")} ` : "";
    return `${at}  ${before}${cleanLine(progress.text)}`;
  }
  if (!verbose) {
    const news = newsOf(progress);
    return news === null
      ? null
      : `${at}  ${paint(page, newsWords[news.word], pad(news.word, wordWidth))}  ${cleanLine(news.text)}`;
  }
  if (progress.is === "job")
    return `${at}  ${progress.key} ${progress.what}${progress.note === "" ? "" : `: ${cleanLine(progress.note)}`}`;
  // The time of output, as for all lines: agents' own timestamps would not be in order.
  const { version, type } = progress.event;
  return `${at}  #${version} ${paint(page, "strong", type)} ${tell(progress.event)}`.trimEnd();
};
const wordWidth = Math.max(...Object.keys(newsWords).map(({ length }) => length));

type Follow = {
  readonly context: Context;
  readonly system: System;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly tell: Teller;
};

const lineOf = (follow: Follow, progress: Progress): string | null => {
  const { context } = follow;
  return progressLine(
    progress,
    context.now(),
    context.page(),
    follow.tell,
    has(context.given, "verbose"),
  );
};

const lines = (follow: Follow): Followed => {
  const { context } = follow;
  const json = has(context.given, "json");
  return {
    progress: (progress) => {
      const line = lineOf(follow, progress);
      if (line === null) return;
      // With JSON, standard output has nothing but the answer.
      if (json) context.note(line);
      else context.tell({ json: null, text: (page) => hung(line, page, beside) });
    },
    end: () => Promise.resolve(),
  };
};

const live = (follow: Follow, draw: (text: string) => void): Followed => {
  const { context, system, run, signal } = follow;
  const screen = redraw(draw, context.page);
  const begun = context.now();
  const over = new AbortController();
  const either = AbortSignal.any([over.signal, signal]);
  const drawing = async (): Promise<void> => {
    const { liveLines } = await import("./live-lines.ts");
    for await (const _ of changes(system, either)) {
      const picture = await pictureOf(system, { run }, true);
      if (isRefusal(picture)) continue;
      const now = context.now();
      const shown = await withTimeLeft(system, picture, now);
      if (!over.signal.aborted) screen.show(liveLines(shown, context.page(), now, begun));
    }
  };
  // A failed picture must not stop the work: the verb's answer reports the problem.
  const drawn = drawing().catch(() => undefined);
  let ended = false;
  return {
    progress: (progress) => {
      const line = lineOf(follow, progress);
      if (line !== null) screen.above(line, beside);
    },
    end: async () => {
      if (ended) return;
      ended = true;
      over.abort();
      await drawn;
      screen.clear();
      screen.end();
    },
  };
};

export const follow = async (
  context: Context,
  system: System,
  run: string,
  signal: AbortSignal,
): Promise<Followed | Refusal> => {
  const loaded = await system.load(run);
  if (isRefusal(loaded)) return loaded;
  const tell = tellerOf(await system.protocol(loaded.card.protocol));
  const asked: Follow = { context, system, run, signal, tell };
  const followed = context.draw === null ? lines(asked) : live(asked, context.draw);
  context.divert((text) => followed.progress({ is: "warning", text }));
  return {
    progress: followed.progress,
    end: async () => {
      context.divert(null);
      await followed.end();
    },
  };
};

/** Maximum of names. */
const most = 4;

/** Jobs stopped and recorded as interrupted; null: none, and running work continues. */
export const stoppedAtTwice = async (
  context: Context,
  system: System,
  run: string,
  twice: Twice | null,
): Promise<readonly string[] | null> => {
  const picture = twice === null ? null : await system.picture(run);
  if (twice === null || picture === null || isRefusal(picture)) return null;
  const under = picture.jobs.filter(({ is }) => is === "running").map(({ key }) => cleanLine(key));
  if (under.length === 0) return null;
  const [goes, them] =
    under.length === 1 ? ["goes on by itself", "it"] : ["go on by themselves", "them"];
  context.note(
    `Nothing new starts; ${howMany(under.length, "job")} ${goes}: ${firstOf(under, most)}. Ctrl-C again within 2 s stops ${them}.`,
  );
  if (!(await twice.said())) return null;
  context.note(`Stopping ${howMany(under.length, "job")} …`);
  return system.interrupt(run, (told) => {
    // That its host was found again is no news right after letting go of it.
    const line =
      told.is === "job" && told.what === "reattached"
        ? null
        : progressLine(told, context.now(), context.page(), () => "", false);
    if (line !== null) context.note(line);
  });
};
