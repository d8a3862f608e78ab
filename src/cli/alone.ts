// Output of `cairn` without a verb: the state of this repository's work, or how to begin.
import type { Refusal } from "../core/refusal.ts";
import { noteGone } from "./gone.ts";
import { type Answer, type Context, exits } from "./verb.ts";
import { verbs } from "./verbs.ts";

const beginnings = [
  "No runs here yet. To begin:",
  "  cairn init                  name the agents, and the checks that must pass",
  '  cairn run "what is wanted"  begin work on a goal, in your own words',
  "  cairn demo                  see it all on a small example, without an agent",
  "All verbs: cairn --help",
].join("\n");

/** @param help works outside of any repository */
export const alone = async (
  context: Context,
  help: () => Promise<Answer>,
): Promise<Answer | Refusal> => {
  const { isProject } = await import("../open.ts");
  if (!isProject(context.cwd)) return help();
  const system = await context.system();
  if ((await system.runs()).length > 0) return (await verbs["status"]?.())?.run(context) ?? help();
  await noteGone(context, system);
  return { exit: exits.done, json: { runs: [] }, text: () => beginnings };
};
