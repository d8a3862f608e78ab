// Choice of the run to show, merge or revert if none is named.
import { isRefusal, refuse, type Refusal } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import type { System } from "../runtime/system.ts";
import { cleanLine } from "./clean.ts";
import { fit } from "./layout.ts";
import { pick, type Picked, type Rest } from "./pick.ts";
import type { Context } from "./verb.ts";
import { count } from "./words.ts";

const can = {
  diff: ["merge", "can be merged"],
  open: ["merge", "can be merged"],
  pr: ["merge", "can be merged"],
  merge: ["merge", "can be merged"],
  undo: ["undo", "can be taken back"],
} as const;

/** A title that distinguishes it. */
const titleOf = async (system: System, { run, place, protocol }: Card): Promise<string> => {
  const view = await system.view(run);
  const name = place.split("/").at(-1) ?? run;
  const goal = isRefusal(view) ? "" : `: ${fit(cleanLine(view.title), 60)}`;
  return `${protocol}${name === run || name === protocol ? "" : ` ${cleanLine(name)}`}${goal}`;
};

/** The command, with the run's title as a comment. */
const lineOf = async (system: System, verb: string, card: Card): Promise<string> =>
  `cairn ${verb} ${card.run}  # ${await titleOf(system, card)}`;

/** The only run with such work; of several, lists the commands. */
export const pickDelivery = async (
  context: Context,
  system: System,
  verb: keyof typeof can,
  rest: Rest,
): Promise<Picked | Refusal> => {
  // A word names the run, or a job of the run that `pick` finds.
  if (context.words.length > 0 || (context.env["CAIRN_RUN"] ?? "") !== "")
    return pick(context, system, rest);
  const [what, says] = can[verb];
  const able = await (await system.delivery()).able(what);
  const [only] = able;
  if (only === undefined) return pick(context, system, rest);
  // Merges build on each other: only the last one can be reverted.
  if (able.length === 1 || verb === "undo") {
    if (verb === "undo")
      context.note(`taking back the merge of ${only.run} (${await titleOf(system, only)})`);
    return pick(context, system, rest, [only.run]);
  }
  const typed = await Promise.all(able.slice(0, 10).map((card) => lineOf(system, verb, card)));
  return refuse("RUN_AMBIGUOUS", `the work of ${count(able.length, "run")} ${says}: name one`, {
    fits: typed.join("\n  "),
  });
};
