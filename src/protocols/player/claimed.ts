// Basis of a node's completion: an end observed by the engine, or a claim.
import { oneLine } from "../../core/words/quote.ts";
import type { NodeId, State, WorkState } from "./state.ts";

/** Outcomes that the engine observed: an exit code or the end of a nested run. */
const read: ReadonlySet<string | null> = new Set(["exit", "run"]);

const words: Readonly<Record<string, string>> = {
  report: "a report",
  task: "a callback",
  file: "a file edit",
  hand: "a person's word",
};

const isAccepted = (state: State, id: NodeId, node: WorkState): boolean =>
  state.bypasses.some((one) => one.node === id && one.attempt === node.attempt);

export const isProved = (state: State, id: NodeId, node: WorkState): boolean =>
  node.status === "completed" && read.has(node.how) && !isAccepted(state, id, node);

/** Returns who claimed an unproven completion; null if it is proven, accepted by a person, or not completed. */
export const claimedBy = (state: State, id: NodeId, node: WorkState): string | null =>
  node.status !== "completed" || read.has(node.how) || isAccepted(state, id, node)
    ? null
    : node.how === null
      ? "the folder as it was found"
      : (words[node.how] ?? oneLine(node.how));

/** Same for a node in a list, which omits an agent's own report because that is the normal case. */
export const claimNote = (state: State, id: NodeId, node: WorkState): string | null => {
  const by = node.how === "report" ? null : claimedBy(state, id, node);
  return by === null ? null : `completed by ${by}`;
};
