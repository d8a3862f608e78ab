// When what a node's job left may land, and which events move the work itself.
import type { Finals } from "../../core/protocol.ts";
import type { Digest, Recorded } from "../../core/row.ts";
import { checksElsewhere } from "./jobs/nodes.ts";
import type { PlayerEvent } from "./events.ts";
import { isDone } from "./nodes.ts";
import type { State } from "./state.ts";

/** Every finished node may land: it ended by a report or a check's exit, and the run marks those that nothing checked. */
export const lands = ({ nodes }: State, unit: string): boolean => isDone(nodes[unit]);

/** Reruns checks that ran on an earlier state of the work. */
export const finals = (state: State, tree: Digest): Finals => ({
  jobs: checksElsewhere(state, tree),
  checks: [],
});

/** A checkpoint marks a state of the work; rolling back to it restores the work, too. */
export const marks = ({
  type,
  data,
}: Recorded<PlayerEvent>): { readonly at: string } | { readonly back: string } | null => {
  if (type === "CheckpointSaved") return { at: data.checkpoint };
  return type === "RunRolledBack" ? { back: data.checkpoint } : null;
};
