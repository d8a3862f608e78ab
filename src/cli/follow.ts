// Why: while a run is driven people see it move: a live picture on a terminal, one line an event anywhere else.
import { isRefusal } from "../core/refusal.ts";
import type { Progress, System } from "../runtime/system.ts";
import { has } from "./args.ts";
import { changes } from "./changes.ts";
import { cleanLine } from "./clean.ts";
import type { Page } from "./layout.ts";
import { pictureOf } from "./picture.ts";
import { pictureLines } from "./picture-text.ts";
import { redraw } from "./redraw.ts";
import { paint } from "./style.ts";
import type { Context } from "./verb.ts";
import { brief } from "./words.ts";

export type Followed = { readonly progress: (progress: Progress) => void; readonly end: () => Promise<void> };

const clock = (time: string): string => time.slice(11, 19);

/** One line: when, what, and the plain fields of it. */
export const progressLine = (progress: Progress, now: number, page: Page): string => {
  const at = clock(new Date(now).toISOString());
  if (progress.is === "event") {
    const { version, type, data, at: when } = progress.event;
    return `${clock(when)}  #${version} ${paint(page, "strong", type)} ${brief(data)}`.trimEnd();
  }
  if (progress.is === "job") return `${at}  ${progress.key} ${progress.what}${progress.note === "" ? "" : `: ${cleanLine(progress.note)}`}`;
  return `${at}  ${paint(page, "wait", "warning")} ${cleanLine(progress.text)}`;
};

const lines = (context: Context): Followed => {
  const json = has(context.given, "json");
  return {
    progress: (progress) => {
      const line = progressLine(progress, context.now(), context.page());
      // Whoever asked for JSON gets nothing but the answer on standard output.
      if (json) context.note(line);
      else context.tell({ json: null, text: () => line });
    },
    end: () => Promise.resolve(),
  };
};

const live = (context: Context, system: System, run: string, draw: (text: string) => void, signal: AbortSignal): Followed => {
  const screen = redraw(draw, context.page);
  const over = new AbortController();
  const either = AbortSignal.any([over.signal, signal]);
  const drawing = async (): Promise<void> => {
    for await (const _ of changes(system, either)) {
      const loaded = await system.load(run);
      const picture = isRefusal(loaded) ? loaded : await pictureOf(system, loaded.card);
      if (!isRefusal(picture) && !over.signal.aborted) screen.show(["", ...pictureLines(picture, context.page(), context.now())]);
    }
  };
  // A picture that fails is no reason to stop the work: the verb's own answer says what is wrong.
  const drawn = drawing().catch(() => undefined);
  let ended = false;
  return {
    progress: (progress) => screen.above(progressLine(progress, context.now(), context.page())),
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

export const follow = (context: Context, system: System, run: string, signal: AbortSignal): Followed =>
  context.draw === null ? lines(context) : live(context, system, run, context.draw, signal);
