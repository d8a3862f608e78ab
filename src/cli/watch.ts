// Why: a run that is watched is shown anew as it changes: redrawn on a terminal, one picture after the other anywhere else.
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { changes } from "./changes.ts";
import { pictureLines } from "./picture-text.ts";
import type { Picture } from "./picture.ts";
import { redraw } from "./redraw.ts";
import { type Answer, type Context, exits } from "./verb.ts";

/** Until it is over or Ctrl-C. Without a terminal each change is told as a block of lines, or a line of JSON. */
export const watch = async (context: Context, system: System, look: () => Promise<Picture | Refusal>): Promise<Answer | Refusal> => {
  const signal = context.interrupted();
  const screen = context.draw === null ? null : redraw(context.draw, context.page);
  let told = "";
  try {
    for await (const _ of changes(system, signal)) {
      const picture = await look();
      if (isRefusal(picture)) return picture;
      const over = picture.status === "ended";
      if (screen !== null) screen.show(pictureLines(picture, context.page(), context.now()));
      else {
        // Times pass without anything having happened: what counts as a change is the rest.
        const seen = JSON.stringify(picture);
        if (seen !== told) context.tell({ json: picture, text: (page) => pictureLines(picture, page, context.now()).join("\n") });
        told = seen;
      }
      if (over) return { exit: exits.done };
    }
  } finally {
    screen?.end();
  }
  return { exit: exits.interrupted };
};
