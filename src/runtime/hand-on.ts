// What to type about a unit that isn't stuck, in place of checking it again.
import { type Refusal, refuse } from "../core/refusal.ts";
import type { ViewNode } from "../core/view.ts";

/**
 * @param asked decisions about it
 * @param due the job that is due about it, if any
 */
export const handOn = (
  run: string,
  unit: string,
  asked: readonly string[],
  due?: string,
  node?: ViewNode,
): Refusal => {
  if (node?.status === "done")
    return refuse("UNIT_DONE", `${unit} is done: nothing of it is stuck`, {
      fits: `\`cairn evidence ${run} ${unit} --recheck\` runs its checks and records nothing`,
    });
  const [key] = asked;
  if (key !== undefined)
    return refuse("UNIT_UNSTUCK", `${unit} waits for an answer, not for a mend`, {
      fits: `\`cairn decide ${run} ${key}\` shows what there is`,
    });
  if (due !== undefined)
    return refuse("UNIT_UNSTUCK", `nobody has worked on ${unit} yet: nothing of it is stuck`, {
      fits: `work on it by hand: \`cairn claim ${run} ${due}\``,
    });
  return refuse(
    "UNIT_UNSTUCK",
    `${unit} isn't stuck${node?.why === null || node === undefined ? "" : `: ${node.why}`}`,
    { fits: `\`cairn next ${run}\` shows what is due` },
  );
};
