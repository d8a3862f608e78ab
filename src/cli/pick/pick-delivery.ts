// Choice of the run to show, merge or revert if none is named.
import { isOver } from "../../core/over.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { fit } from "../terminal/layout.ts";
import { pick, type Picked, type Rest } from "./pick.ts";
import type { Context } from "../verb.ts";
import { howMany } from "../../core/words/how-many.ts";

const merge = { able: "merge", else: "landed", says: "can be merged" } as const;
const can = {
  diff: merge,
  open: merge,
  pr: merge,
  merge,
  undo: { able: "undo", else: "merged", says: "can be taken back" },
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

const noMerge = refuse("DELIVERY_NONE", "there is nothing to undo: no run here is merged", {
  fits: "`cairn merge` merges one; only what it merged can be taken back",
});
const noLanding = refuse("LANDING_NONE", "no run here has landed work that is still there", {
  fits: "how they stand: `cairn status`",
});

/** Who types merge may think of a run that is at work, and hasn't landed anything: then it is said which one is meant. */
const areOthersLive = async (system: System, { run }: Card): Promise<boolean> =>
  (await system.runs()).some(
    (card) => card.run !== run && card.origin === null && !isOver(card.life),
  );

/** The only run with such work; of several, lists the commands. If none has any left: the newest that had. */
export const pickDelivery = async (
  context: Context,
  system: System,
  verb: keyof typeof can,
  words = "",
): Promise<Picked | Refusal> => {
  const rest: Rest = { words, over: "newest" };
  // A word names the run, or a job of the run that `pick` finds.
  if (context.words.length > 0 || (context.env["CAIRN_RUN"] ?? "") !== "")
    return pick(context, system, rest);
  const { able: first, else: second, says } = can[verb];
  const delivery = await system.delivery();
  const able = await delivery.able(first);
  const [newest] = able.length > 0 ? able : await delivery.able(second);
  if (newest === undefined) {
    if (verb === "undo" && (await system.runs()).length > 0) return noMerge;
    const none = await pick(context, system, rest);
    return isRefusal(none) && none.code === "RUN_AMBIGUOUS" ? noLanding : none;
  }
  // Merges build on each other: only the last one can be reverted.
  if (able.length <= 1 || verb === "undo") {
    const does = verb === "undo" ? "taking back the merge of" : "merging";
    if (verb === "undo" || (verb === "merge" && (await areOthersLive(system, newest))))
      context.note(`${does} ${newest.run}\n  ${await titleOf(system, newest)}`);
    return pick(context, system, rest, [newest.run]);
  }
  const typed = await Promise.all(able.slice(0, 10).map((card) => lineOf(system, verb, card)));
  const what = `the work of ${howMany(able.length, "run")} ${says}: name one`;
  return refuse("RUN_AMBIGUOUS", what, { fits: typed.join("\n  ") });
};
