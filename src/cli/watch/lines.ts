// Repeated output of a changing view, as one block of lines or one line of JSON a change.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { changes } from "../changes.ts";
import type { Page } from "../layout.ts";
import { type Answer, type Context, exits } from "../verb.ts";

/** `over`: nothing will change any more. */
type Look = {
  readonly json: unknown;
  readonly over: boolean;
  readonly lines: (page: Page) => readonly string[];
};

/** Until it is over or Ctrl-C. */
export const watchLines = async (
  context: Context,
  system: System,
  look: () => Promise<Look | Refusal>,
): Promise<Answer | Refusal> => {
  let told = "";
  for await (const _ of changes(system, context.interrupted())) {
    const now = await look();
    if (isRefusal(now)) return now;
    // Durations change constantly: only other changes count.
    const seen = JSON.stringify(now.json);
    if (seen !== told) context.tell({ json: now.json, text: (page) => now.lines(page).join("\n") });
    told = seen;
    if (now.over) return { exit: exits.done };
  }
  return { exit: exits.interrupted };
};
