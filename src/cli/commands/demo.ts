// Verb `cairn demo`: a small real repository with scripted agents, one protocol per call.
import { refuse } from "../../core/refusal.ts";
import { suggestion } from "../nearest.ts";
import { exits, type Verb } from "../verb.ts";

export const demo: Verb = {
  name: "demo",
  summary:
    "watch a small real project being worked on in a temporary folder, in half a minute, by scripted agents",
  args: [
    {
      word: "WAY",
      must: false,
      means:
        "ultrawork (the default: goal, plan, a false done, a kill, a resume, proof), player (a template with a rollback), iterative (passes until nothing is left to do) or stigmergy (roles that hand over through one file)",
    },
  ],
  options: {},
  example: ["cairn demo", "cairn demo player"],
  run: async (context) => {
    const { runDemo, ways } = await import("../demo/demo.ts");
    const [way = "ultrawork", ...more] = context.words;
    if (more.length > 0)
      return refuse("USAGE", `too many words: ${more.join(" ").slice(0, 120)}`, {
        fits: "cairn demo WAY",
      });
    const isWay = (word: string): word is keyof typeof ways => Object.hasOwn(ways, word);
    if (!isWay(way))
      return refuse("USAGE", `there is no demo of ${way.slice(0, 64)}`, {
        fits: suggestion(way, Object.keys(ways)),
      });
    const shown = await runDemo(context, way);
    return { exit: shown.good ? exits.done : exits.unsuccessful, json: { runs: [shown] } };
  },
};
