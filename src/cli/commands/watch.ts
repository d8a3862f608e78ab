// Verb `cairn watch`: agents at work and what waits for a person, over the whole terminal.
import { isRefusal, refuse } from "../../core/refusal.ts";
import { pick } from "../pick/pick.ts";
import type { Verb } from "../verb.ts";

export const watch: Verb = {
  name: "watch",
  // It answers, too, by the configuration as it is.
  views: "first",
  stays: "waits",
  summary: "what every agent does now and what waits for you, on the whole screen",
  args: [
    {
      word: "RUN",
      must: false,
      means:
        "begin with this run; default: all of them. Keys: ↑↓ choose or scroll, Enter opens, a answers, o shows output, Esc goes back, q ends",
    },
  ],
  options: {},
  example: ["cairn watch", "cairn watch 0198f3"],
  run: async (context) => {
    const { draw } = context;
    if (draw === null || !context.asks)
      return refuse("USAGE", "`cairn watch` draws on a terminal, and there is none", {
        fits: "`cairn log --follow` tells what happens in a run, `cairn status` how all stand; both with --json, too",
      });
    const system = await context.system();
    const picked = context.words.length > 0 ? await pick(context, system, { shows: true }) : null;
    if (isRefusal(picked)) return picked;
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
