// Output of `cairn` without a verb: the state of this repository's work, or how to begin.
import type { Refusal } from "../../core/refusal.ts";
import { firstSteps } from "./first-steps.ts";
import { noteGone } from "../pick/gone.ts";
import { listing } from "./topics.ts";
import { type Answer, type Context, exits } from "../verb.ts";
import { verbs } from "../verbs.ts";

const beginnings = (width: number): string =>
  [
    "No runs here yet. To begin:",
    listing(
      [...firstSteps, ["cairn demo", "see it all on a small example, without an agent"]],
      width,
    ),
    "More: cairn help",
  ].join("\n");

/** @param help works outside of any repository */
export const alone = async (
  context: Context,
  help: () => Promise<Answer>,
): Promise<Answer | Refusal> => {
  const { isProject } = await import("../../open.ts");
  if (!isProject(context.cwd)) return help();
  const system = await context.system();
  if ((await system.runs()).length > 0) return (await verbs["status"]?.())?.run(context) ?? help();
  await noteGone(context, system);
  return { exit: exits.done, json: { runs: [] }, text: ({ width }) => beginnings(width) };
};
