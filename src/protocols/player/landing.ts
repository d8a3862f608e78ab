// When what a node's job left may land, and which events move the work itself.
import type { Finals } from "../../core/protocol.ts";
import type { Digest, Recorded } from "../../core/row.ts";
import { checksElsewhere } from "./jobs/nodes.ts";
import type { PlayerEvent } from "./events.ts";
import { isDone } from "./nodes.ts";
import type { State } from "./state.ts";

/** Nodes end by their agents' word or their check's exit: the run says which of them nothing checked. */
export const lands = ({ nodes }: State, unit: string): boolean => isDone(nodes[unit]);

export const worked = ({ type, data }: Recorded<PlayerEvent>): string | null =>
  type === "NodeFinished" ? data.node : null;

/** What its programs showed they showed of the work as it stood then. */
export const finals = (state: State, tree: Digest): Finals => ({
  jobs: checksElsewhere(state, tree),
  checks: [],
});

/** A checkpoint names where the work stands; going back to it takes the work along. */
export const marks = ({
  type,
  data,
}: Recorded<PlayerEvent>): { readonly at: string } | { readonly back: string } | null => {
  if (type === "CheckpointSaved") return { at: data.checkpoint };
  return type === "RunRolledBack" ? { back: data.checkpoint } : null;
};
