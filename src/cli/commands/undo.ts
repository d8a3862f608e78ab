// Verb `cairn undo`: reverts the last merge of a run.
import { shortId } from "../../core/short-id.ts";
import { isRefusal } from "../../core/refusal.ts";
import { cleanLine } from "../clean.ts";
import { fitted } from "../layout.ts";
import { pickDelivery } from "../pick-delivery.ts";
import { exits, type Verb } from "../verb.ts";
import { agentMayNot, speaker } from "../who.ts";

export const undo: Verb = {
  name: "undo",
  summary: "take back the last merge, if nothing follows it and it isn't pushed",
  args: [
    {
      word: "RUN",
      must: false,
      means: "the run; the one that was merged last if not said",
    },
  ],
  options: {},
  example: ["cairn undo 0198f3"],
  run: async (context) => {
    const system = await context.system();
    const no = await agentMayNot(context, system, "taking a merge back");
    if (no !== null) return no;
    const picked = await pickDelivery(context, system, "undo", {
      min: 0,
      max: 0,
      words: "",
      over: "newest",
    });
    if (isRefusal(picked)) return picked;
    const { run } = picked.card;
    const step = await (await system.delivery()).undo(run, await speaker(context, system));
    if (isRefusal(step)) return step;
    const where = step.branch === null ? "the checkout" : cleanLine(step.branch);
    const picture = await system.picture(run);
    const isDropped = !isRefusal(picture) && picture.work?.dropped === true;
    const again = isDropped
      ? `git merge ${step.from}\n  git keeps that commit for some weeks only: the run's branch was dropped`
      : `cairn merge ${run}`;
    const said =
      step.is === "recorded"
        ? `${where} (at ${shortId(step.to)}) lacked the merge already, and nothing was changed there: the record says so now`
        : `${where} is back at ${shortId(step.to)}`;
    return {
      exit: exits.done,
      json: step,
      text: (page) => fitted(`${said}\n  merge it again: ${again}`, page),
    };
  },
};
