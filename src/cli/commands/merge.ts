// The verb that merges what a run has landed into the branch that its user has checked out.
import type { Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Step, System } from "../../runtime/system.ts";
import { cleanLine } from "../clean.ts";
import { pick } from "../pick.ts";
import { type Answer, exits, type Verb } from "../verb.ts";
import { agentMayNot, speaker } from "../who.ts";

const short = (commit: string): string => commit.slice(0, 12);

const said = ({ run, is, from, to, branch }: Step): string => {
  const into = branch === null ? "the checkout" : cleanLine(branch);
  if (is === "already") return `${into} holds all that this run has landed: nothing was merged`;
  const how = is === "recorded" ? "was merged before, and is recorded now" : "merged";
  return `${how} into ${into}: ${short(from)}..${short(to)}\n  take it back, as long as nothing follows it: cairn undo ${run}`;
};

/** `live`: more may land. */
export const mergeAnswer = async (system: System, run: string, by: Sender, live: boolean): Promise<Answer | Refusal> => {
  const step = await (await system.delivery()).merge(run, by);
  if (isRefusal(step)) return step;
  return {
    exit: exits.done,
    json: { ...step, over: !live },
    text: () => `${said(step)}${live ? "\n  the run isn't over: this is what has landed so far" : ""}`,
  };
};

export const merge: Verb = {
  name: "merge",
  summary: "merge what a run has landed into the branch that is checked out; all of it, or nothing",
  args: [{ word: "RUN", must: false, means: "the run; the only live one if not said, else the one that was at work last" }],
  options: {},
  example: ["cairn merge 0198f3"],
  run: async (context) => {
    const system = await context.system();
    const no = await agentMayNot(context, system, "merging a run");
    if (no !== null) return no;
    const picked = await pick(context, system, { min: 0, max: 0, words: "", over: "newest" });
    if (isRefusal(picked)) return picked;
    const { run, life } = picked.card;
    return mergeAnswer(system, run, await speaker(context, system), life === "live" || life === "paused");
  },
};
