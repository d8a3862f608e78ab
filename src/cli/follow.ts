// Why: while a run is driven people see it move: a live picture on a terminal, one line an event anywhere else.
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { Progress, System } from "../runtime/system.ts";
import { has } from "./args.ts";
import { changes } from "./changes.ts";
import { cleanLine } from "./clean.ts";
import type { Page } from "./layout.ts";
import { pictureLines } from "./picture-text.ts";
import { pictureOf } from "./picture.ts";
import { redraw } from "./redraw.ts";
import { paint } from "./style.ts";
import { type Teller, tellerOf } from "./tell.ts";
import type { Context } from "./verb.ts";

export type Followed = { readonly progress: (progress: Progress) => void; readonly end: () => Promise<void> };

const clock = (time: string): string => time.slice(11, 19);
/** Columns of the clock and what stands between it and the rest. */
const beside = 10;

/** One line: when, what, and the plain fields of it. */
export const progressLine = (progress: Progress, now: number, page: Page, tell: Teller): string => {
  const at = clock(new Date(now).toISOString());
  if (progress.is === "event") {
    // When it is told, as all lines: what an agent did is stamped with when it did it, and times would run backwards.
    const { version, type } = progress.event;
    return `${at}  #${version} ${paint(page, "strong", type)} ${tell(progress.event)}`.trimEnd();
  }
  if (progress.is === "job") return `${at}  ${progress.key} ${progress.what}${progress.note === "" ? "" : `: ${cleanLine(progress.note)}`}`;
  if (progress.is === "note") return `${at}  ${cleanLine(progress.text)}`;
  return `${at}  ${paint(page, "wait", "warning")} ${cleanLine(progress.text)}`;
};

const lines = (context: Context, tell: Teller): Followed => {
  const json = has(context.given, "json");
  return {
    progress: (progress) => {
      const line = progressLine(progress, context.now(), context.page(), tell);
      // Whoever asked for JSON gets nothing but the answer on standard output.
      if (json) context.note(line);
      else context.tell({ json: null, text: () => line });
    },
    end: () => Promise.resolve(),
  };
};

const live = (context: Context, system: System, run: string, draw: (text: string) => void, signal: AbortSignal, tell: Teller): Followed => {
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
    progress: (progress) => screen.above(progressLine(progress, context.now(), context.page(), tell), beside),
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

export const follow = async (context: Context, system: System, run: string, signal: AbortSignal): Promise<Followed | Refusal> => {
  const loaded = await system.load(run);
  if (isRefusal(loaded)) return loaded;
  const tell = await tellerOf(system, loaded.card.protocol);
  const followed = context.draw === null ? lines(context, tell) : live(context, system, run, context.draw, signal, tell);
  context.divert((text) => followed.progress({ is: "warning", text }));
  return {
    progress: followed.progress,
    end: async () => {
      context.divert(null);
      await followed.end();
    },
  };
};
