// Repeated output of a changing view: redrawn on a terminal, as successive blocks of lines elsewhere.
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { changes } from "./changes.ts";
import type { Page } from "./layout.ts";
import { redraw } from "./redraw.ts";
import { type Answer, type Context, exits } from "./verb.ts";

/** `over`: nothing will change any more. */
type Look = {
  readonly json: unknown;
  readonly over: boolean;
  readonly lines: (page: Page) => readonly string[];
};

/** Until it is over or Ctrl-C. Without a terminal prints each change as a block of lines, or a line of JSON. */
export const watch = async (
  context: Context,
  system: System,
  look: () => Promise<Look | Refusal>,
): Promise<Answer | Refusal> => {
  const signal = context.interrupted();
  const screen = context.draw === null ? null : redraw(context.draw, context.page);
  let told = "";
  try {
    for await (const _ of changes(system, signal)) {
      const now = await look();
      if (isRefusal(now)) return now;
      if (screen !== null) screen.show(now.lines(context.page()));
      else {
        // Durations change constantly: only other changes count.
        const seen = JSON.stringify(now.json);
        if (seen !== told)
          context.tell({ json: now.json, text: (page) => now.lines(page).join("\n") });
        told = seen;
      }
      if (now.over) return { exit: exits.done };
    }
  } finally {
    screen?.end();
  }
  return { exit: exits.interrupted };
};
