// Consequences of a node's end (its checkpoint, the run's end), appended with it to be crash-safe.
import * as event from "../events.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { checkpointNode, checkpointState, frontier } from "../nodes.ts";
import type { State } from "../state.ts";
import { type Events, fold } from "./step.ts";

/** Starts no node. Each round passes at most one checkpoint, so the loop ends. */
const next = (state: State): Events => {
  if (
    state.status !== "running" ||
    state.archived ||
    state.template.body === null ||
    state.plan.length === 0
  )
    return [];
  const now = frontier(state);
  if (now === null) return [event.runCompleted({})];
  const [id = ""] = now.batch.nodes;
  const checkpoint = checkpointState(state, id);
  if (checkpoint?.status !== "pending") return [];
  const saved = event.checkpointSaved({ checkpoint: id });
  const passes = checkpointNode(state, id)?.autoContinue === true;
  return passes
    ? [saved, event.checkpointPassed({ checkpoint: id, auto: true, reason: "" })]
    : [saved];
};

export const advance = (before: State, stamp: Stamp): Events => {
  const all: Events[number][] = [];
  let state = before;
  for (let round = 0; round <= before.plan.length + 1; round += 1) {
    const more = next(state);
    if (more.length === 0) return all;
    all.push(...more);
    state = fold(state, more, stamp);
  }
  throw new Error(`what follows from a command never ends: ${all.at(-1)?.type ?? ""}`);
};
