// Doubts about a merge: parts proved less than those of a successful run.
import { firstOf, howMany } from "../../core/words/how-many.ts";
import { isOver } from "../../core/over.ts";
import { isProved } from "../../core/words/states.ts";
import type { View } from "../../core/view.ts";
import type { Stand } from "./part.ts";

/** `live`: the run isn't over. `text`: one line for people, may include agents' words. */
export type MergeDoubt = { readonly live: boolean; readonly text: string };

const proved = "what landed was proved on its own, the whole wasn't";

/** Progress of a run that isn't over. */
const soFar = ({
  evidence: { have, of },
  nodes,
}: Pick<View, "evidence" | "nodes">): readonly string[] => {
  const left = nodes.filter(({ status }) => status !== "done").map(({ id }) => id);
  return [
    ...(of === 0 ? [] : [`${have} of ${howMany(of, "criterion", "criteria")} proved`]),
    ...(left.length === 0 ? [] : [`still to be done: ${firstOf(left, 6)}`]),
  ];
};

/** For a successful run: what rests on claims: `unproved` (see proven.ts), or the number of such criteria. */
const onWord = (
  { evidence: { have, of }, nodes }: Pick<View, "evidence" | "nodes">,
  unproved: string | null,
): string | null =>
  unproved ??
  (isProved({ nodes }) ? null : `${have} of ${howMany(of, "criterion", "criteria")} proved`);

/**
 * null: no doubt, or nothing to merge.
 * @param unproved for a successful run: the result of proven.ts in words; null: all proved
 */
export const mergeDoubt = async (
  { folded: { protocol, state }, site }: Pick<Stand, "folded" | "site">,
  unproved: () => Promise<string | null>,
): Promise<MergeDoubt | null> => {
  const { landed, dropped, delivery, head } = site;
  if (landed === 0 || dropped || delivery?.head === head.commit) return null;
  if (!isOver(protocol.life(state)))
    return {
      live: true,
      text: `this run isn't over: ${[...soFar(protocol.view(state)), proved].join("; ")}`,
    };
  const ended = protocol.ended(state);
  if (ended === null) return null;
  if (!ended.good)
    return { live: false, text: `this run ended without success: ${ended.summary}; ${proved}` };
  const words = onWord(protocol.view(state), await unproved());
  return words === null
    ? null
    : { live: false, text: `this run ended, and not all of it is proved: ${words}` };
};
