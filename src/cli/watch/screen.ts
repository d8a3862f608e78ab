// The full screen of `cairn watch`: looks again after each change and each key, until it is left.
import type { System } from "../../runtime/system.ts";
import { changes } from "../changes.ts";
import { maySettle, settle } from "../deciding.ts";
import { columns, fit } from "../layout.ts";
import { fullScreen, screenRows } from "../redraw.ts";
import { paint } from "../style.ts";
import { type Answer, type Context, exits } from "../verb.ts";
import { clockOf } from "../words.ts";
import { heard, type View } from "./keys.ts";
import { type Scene, scenes } from "./scenes.ts";

const feet: Readonly<Record<View["is"], string>> = {
  board: "↑↓ choose · Enter opens · a answers · o output · q ends",
  run: "↑↓ scroll · a answers · o output · q back",
  output: "↑↓ scroll · Enter opens its run · a answers · q back",
};
/** Rows of head and foot, with the blank line below the head. */
const framed = 3;

/** Keys and looks in their order; looks that wait are one. */
const mailbox = () => {
  const kept: string[] = [];
  let wake = (): void => {};
  return {
    put(what: string): void {
      if (what !== look || !kept.includes(look)) kept.push(what);
      wake();
    },
    async next(): Promise<string> {
      for (;;) {
        const first = kept.shift();
        if (first !== undefined) return first;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
};
const [look, over] = ["(look)", "(over)"];

/** The part of the lines that the screen shows. */
const shownOf = (view: View, { lines, rows, at }: Placed): readonly string[] => {
  const last = Math.max(0, lines.length - rows);
  const top =
    view.is === "board" ? Math.max(0, (at?.[1] ?? 0) - rows) : Math.min(last, view.top ?? last);
  return lines.slice(top, top + rows);
};
type Placed = ReturnType<Scene["lines"]> & { readonly rows: number };

const placed = (scene: Scene, view: View): Placed => {
  const rows = Math.max(1, screenRows() - framed);
  return { ...scene.lines(rows, view.is === "board" ? view.chosen : null), rows };
};

/** `note`: shown in place of the keys. */
const frame = ({ page, now }: Context, scene: Scene, view: View, note: string) => {
  const { width } = page();
  const clock = clockOf(now());
  const head = fit(scene.head, width - clock.length - 2);
  const whole = placed(scene, view);
  const shown = shownOf(view, whole);
  const blank = Array.from({ length: whole.rows - shown.length }, () => "");
  return [
    paint(page(), "strong", head) +
      " ".repeat(Math.max(2, width - columns(head) - clock.length)) +
      paint(page(), "dim", clock),
    "",
    ...shown,
    ...blank,
    paint(page(), note === "" ? "dim" : "wait", fit(note === "" ? feet[view.is] : note, width)),
  ];
};

/** Of the run that is shown or chosen; null: no question is open there, which is said. */
const answered = async (
  context: Context,
  system: System,
  scene: Scene,
  view: View,
): Promise<string> => {
  const { chosen } = view.is === "board" ? view : { chosen: null };
  const item = scene.items.find(({ id }) => id === chosen) ?? scene.items[0];
  const run = view.is === "board" ? item?.run : view.run;
  if (run === undefined) return "nothing waits for you";
  const open = await system.decisions(run);
  if (!Array.isArray(open) || open.length === 0) return "this run asks nothing";
  if (!(await maySettle(context, system))) return "an agent answers no question";
  await settle(context, system, run, view.is === "board" ? (item?.key ?? null) : null);
  return "";
};

/** @param draw writes to the terminal as it is */
export const watchScreen = async (
  context: Context,
  system: System,
  draw: (text: string) => void,
  first: View,
): Promise<Answer> => {
  const [keyboard, sceneOf] = [await context.keyboard(), await scenes(context, system)];
  const [screen, box] = [fullScreen(draw, context.page), mailbox()];
  const ended = new AbortController();
  const signal = AbortSignal.any([context.interrupted(), ended.signal]);
  const looking = async (): Promise<void> => {
    for await (const _ of changes(system, signal)) box.put(look);
  };
  // Why a look fails is said by the read that follows it.
  const looked = looking()
    .catch(() => undefined)
    .then(() => box.put(over));
  let deaf = keyboard(box.put);
  let [view, note] = [first, ""];
  let scene = await sceneOf(view);
  try {
    for (;;) {
      screen.show(frame(context, scene, view, note));
      const news = await box.next();
      if (news === over) return { exit: exits.interrupted };
      if (news !== look) {
        const { lines, rows } = placed(scene, view);
        const next = heard(view, news, { items: scene.items, lines: lines.length, rows });
        if (next === "end") return { exit: news === "ctrl-c" ? exits.interrupted : exits.done };
        if (next === "answer") {
          deaf();
          screen.end();
          note = await answered(context, system, scene, view);
          deaf = keyboard(box.put);
        } else {
          note = "";
          if (next.is === view.is) {
            view = next;
            continue;
          }
          view = next;
        }
      }
      scene = await sceneOf(view);
    }
  } finally {
    deaf();
    screen.end();
    ended.abort();
    await looked;
  }
};
