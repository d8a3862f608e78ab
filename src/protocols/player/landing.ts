// When what a node's job left may land, and which events move the work itself.
import type { Finals, Stamp } from "../../core/protocol.ts";
import type { Digest, Recorded } from "../../core/row.ts";
import { checksElsewhere } from "./jobs/nodes.ts";
import { advance } from "./decider/advance.ts";
import { fold } from "./decider/step.ts";
import { nodeSkipped, type PlayerEvent } from "./events.ts";
import { isDone, workState } from "./nodes.ts";
import type { State } from "./state.ts";

/** Every finished node may land: it ended by a report or a check's exit, and the run marks those that nothing checked. */
export const lands = ({ nodes }: State, unit: string): boolean => isDone(nodes[unit]);

/** A node whose work a person dropped is skipped: nothing of it counts, and nothing is done again. */
export const dropped = (
  state: State,
  unit: string,
  reason: string,
  stamp: Stamp,
): readonly PlayerEvent[] => {
  if (workState(state, unit)?.status !== "completed") return [];
  const skipped = [nodeSkipped({ node: unit, auto: false, why: reason })];
  return [...skipped, ...advance(fold(state, skipped, stamp), stamp)];
};

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
