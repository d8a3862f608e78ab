// The full screen of `cairn watch`: looks again after each change and each key, until it is left.
import { isRefusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { changes } from "../changes.ts";
import { maySettle, settle } from "../decide/deciding.ts";
import { columns, fit, paint } from "../terminal/layout.ts";
import { pictureOf } from "../text/picture.ts";
import { fullScreen, screenRows } from "../terminal/redraw.ts";
import { type Answer, type Context, exits } from "../verb.ts";
import { clockOf } from "../text/words.ts";
import { chosenIn, nextView, type View } from "./keys.ts";
import { type Scene, scenes } from "./scenes.ts";

const feet: Readonly<Record<View["is"], string>> = {
  board: "↑↓ choose · Enter opens · a answers · o output · q ends",
  run: "↑↓ scroll · a answers · o output · q back",
  output: "↑↓ scroll · Enter opens its run · a answers · q back",
};
/** Rows of head and foot, with the blank line below the head. */
const framed = 3;

type News = { readonly is: "key"; readonly key: string } | { readonly is: "look" | "over" };

/** News in their order; looks that wait are one. */
const newsQueue = () => {
  const waiting: News[] = [];
  let wake = (): void => {};
  return {
    put(news: News): void {
      if (news.is !== "look" || waiting.every(({ is }) => is !== "look")) waiting.push(news);
      wake();
    },
    async next(): Promise<News> {
      for (;;) {
        const first = waiting.shift();
        if (first !== undefined) return first;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
};

/** The view's lines, and how many of them the screen shows. */
const layoutOf = (scene: Scene, view: View) => {
  const rows = Math.max(1, screenRows() - framed);
  return { ...scene.lines(rows, chosenIn(view, scene.items)?.id ?? null), rows };
};

/** `note`: shown in place of the keys. */
const frame = ({ page, now }: Context, scene: Scene, view: View, note: string) => {
  const { width } = page();
  const clock = clockOf(now());
  const head = fit(scene.head, width - clock.length - 2);
  const { lines, at, rows } = layoutOf(scene, view);
  const last = Math.max(0, lines.length - rows);
  const [from, to] = at ?? [0, 0];
  const top =
    view.is === "board" ? Math.min(from, Math.max(0, to - rows)) : Math.min(last, view.top ?? last);
  const shown = lines.slice(top, top + rows);
  return [
    paint(page(), "strong", head) +
      " ".repeat(Math.max(2, width - columns(head) - clock.length)) +
      paint(page(), "dim", clock),
    "",
    ...shown,
    ...Array.from({ length: rows - shown.length }, () => ""),
    paint(page(), note === "" ? "dim" : "wait", fit(note === "" ? feet[view.is] : note, width)),
  ];
};

/** What an answered run needs now. */
const nextStep = async (system: System, run: string): Promise<string> => {
  const [card, picture] = [await system.find(run), await pictureOf(system, { run })];
  // A run within another one is driven by that one.
  if (isRefusal(card) || card.origin !== null || isRefusal(picture)) return "Answered.";
  return picture.needsRunner ? `Answered. It goes on by: cairn run ${run}.` : "Answered.";
};

/** Answers what the run asks, or says why there is nothing to answer. */
const answerQuestions = async (
  context: Context,
  system: System,
  run: string | undefined,
  key: string | null,
): Promise<string> => {
  const asked = run === undefined ? [] : await system.decisions(run);
  if (isRefusal(asked)) return asked.text;
  if (run === undefined || asked.length === 0) return "nothing is asked here";
  if (!(await maySettle(context, system))) return "an agent answers no question";
  const isLeft = !(await settle(context, system, run, key));
  const said = isLeft ? "It is left open." : await nextStep(system, run);
  // What came of it stands there until it was read.
  await context.ask.line(`${said} Enter goes back`, false).catch(() => "");
  return "";
};

/** @param draw writes to the terminal as it is */
export const watchScreen = async (
  context: Context,
  system: System,
  draw: (text: string) => void,
  first: View,
): Promise<Answer> => {
  const sceneOf = await scenes(context, system);
  let [view, note, scene] = [first, system.config.unread ?? "", await sceneOf(first)];
  const keyboard = await context.keyboard();
  const [screen, news, left] = [fullScreen(draw, context.page), newsQueue(), new AbortController()];
  const listen = () => keyboard((key) => news.put({ is: "key", key }));
  const looking = async (): Promise<void> => {
    const signal = AbortSignal.any([context.interrupted(), left.signal]);
    for await (const _ of changes(system, signal)) news.put({ is: "look" });
  };
  const watching = looking().finally(() => news.put({ is: "over" }));
  let stopListening = listen();
  context.divert((line) => {
    note = line;
    news.put({ is: "look" });
  });
  try {
    for (;;) {
      screen.show(frame(context, scene, view, note));
      const one = await news.next();
      if (one.is === "over") return { exit: exits.interrupted };
      if (one.is === "key") {
        const { lines, rows } = layoutOf(scene, view);
        const next = nextView(view, one.key, { items: scene.items, lines: lines.length, rows });
        note = "";
        if (next === "end") return { exit: exits.done };
        if (next !== "answer" && next.is === view.is) {
          view = next;
          continue;
        }
        if (next === "answer") {
          const item = chosenIn(view, scene.items);
          const run = view.is === "board" ? item?.run : view.run;
          stopListening();
          screen.end();
          note = await answerQuestions(context, system, run, item?.key ?? null);
          stopListening = listen();
        } else view = next;
      }
      scene = await sceneOf(view);
    }
  } finally {
    context.divert(null);
    stopListening();
    screen.end();
    left.abort();
    await watching;
  }
};
