// Prompt at the end of a run whether to merge its work now.
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { RunResult, System } from "../runtime/system.ts";
import { has } from "./args.ts";
import { cleanLine } from "./clean.ts";
import { refused } from "./failure.ts";
import type { Answer, Context } from "./verb.ts";
import { agentMayNot, speaker } from "./who.ts";
import { whileOpen } from "./while-open.ts";
import { QuestionLeft } from "./world.ts";

/** Its work that can be merged now; null: none. */
const unmerged = async (
  system: System,
  run: string,
): Promise<{ readonly branch: string } | null> => {
  const picture = await system.picture(run);
  const work = isRefusal(picture) ? undefined : picture.work;
  return work === undefined || work.landed === 0 || work.dropped || work.merged?.whole === true
    ? null
    : work;
};

/** A cancelled prompt means no: the run is over anyway. */
const agreed = async (
  context: Context,
  system: System,
  run: string,
  question: string,
): Promise<boolean | "elsewhere"> => {
  const isOpen = async (): Promise<boolean> => (await unmerged(system, run)) !== null;
  try {
    return await whileOpen(context, system, isOpen, ({ ask }) => ask.agree(question, false));
  } catch (error) {
    if (error instanceof QuestionLeft) return false;
    throw error;
  }
};

/** The run's answer, with the merge's result after a yes. The exit code stays the run's. */
export const offered = async (
  context: Context,
  system: System,
  answer: Answer | Refusal,
  { run, good, status }: RunResult,
): Promise<Answer | Refusal> => {
  if (
    isRefusal(answer) ||
    status !== "ended" ||
    good !== true ||
    !context.asks ||
    has(context.given, "json")
  )
    return answer;
  const work = await unmerged(system, run);
  if (work === null) return answer;
  if ((await agentMayNot(context, system, "merging a run")) !== null) return answer;
  context.tell({ json: null, text: (page) => answer.text?.(page) ?? "" });
  const question = `Merge ${cleanLine(work.branch)} into what is checked out now?`;
  const said = await agreed(context, system, run, question);
  if (said === "elsewhere")
    return { exit: answer.exit, text: () => "its work was merged or dropped elsewhere meanwhile" };
  if (!said)
    return { exit: answer.exit, text: () => `it stays on its branch; later: cairn merge ${run}` };
  const { mergeAnswer } = await import("./commands/merge.ts");
  const merged = await mergeAnswer(system, run, await speaker(context, system), false);
  const told = isRefusal(merged) ? refused(merged) : merged;
  return { exit: answer.exit, text: (page) => told.text?.(page) ?? "" };
};
