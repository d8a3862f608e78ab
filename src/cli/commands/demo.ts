// Why: nobody believes a state machine that is only told of: the demo works a small real repository before one's eyes.
import { exits, type Verb } from "../verb.ts";

export const demo: Verb = {
  name: "demo",
  summary:
    "watch four ways to work on a small real project in a temporary folder: ultrawork with a kill and a resume, a template with a rollback, passes until nothing is left to do, roles that hand over through one file",
  args: [],
  options: {},
  example: ["cairn demo"],
  run: async (context) => {
    const { runDemo } = await import("../demo/demo.ts");
    const runs = await runDemo(context);
    return { exit: runs.every(({ good }) => good) ? exits.done : exits.unsuccessful, json: { runs } };
  },
};
