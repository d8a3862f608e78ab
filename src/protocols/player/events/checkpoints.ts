// Events of checkpoints: saved, passed and gone back to.
import type { NodeId, NodeState, State } from "../state.ts";
import { maybe, node, texts } from "../shapes.ts";
import { checkpointNode, checkpointState, nodeIds } from "../nodes.ts";
import {
  changeCheckpoint,
  freshCheckpoint,
  freshWork,
  leftBy,
  pendingAgain,
} from "../evolve/change.ts";
import { auto } from "./words.ts";
import { event } from "./declare.ts";
import { shortId } from "../../../core/words/short-id.ts";
import { because } from "../../../core/words/quote.ts";
import { ownOf } from "../../../core/json/own.ts";
import { ofUnit } from "../../../core/reports/attempt-end.ts";
import * as t from "../../../kit/schema.ts";

/** Restores the saved state except for the attempt and save counters, which only grow. */
const restored = (then: NodeState, now: NodeState | undefined): NodeState => {
  if (then.is === "checkpoint")
    return { ...then, saved: now?.is === "checkpoint" ? now.saved : then.saved };
  const attempt = now?.is === "work" ? Math.max(now.attempt, then.attempt) : then.attempt;
  // A rollback restores the record, not the working tree: files written since are still there.
  const output = now?.is === "work" ? leftBy(now) : null;
  const last = output === null ? null : { error: null, session: null, output };
  if (then.status !== "running" && then.status !== "pending") return { ...then, attempt };
  // Drops `since`: the old agent conversation remembers the undone work as done.
  const { since: _, ...again } = pendingAgain({ ...then, autoRetried: false, lost: 0 });
  return { ...again, attempt, last };
};

const rolledBack = (state: State, checkpoint: NodeId): State => {
  const snapshot = ownOf(state.snapshots, checkpoint);
  if (snapshot === undefined) return state;
  const nodes = Object.fromEntries(
    nodeIds(state).map((id): [NodeId, NodeState] => {
      const now = state.nodes[id];
      const then =
        ownOf(snapshot.nodes, id) ?? (now?.is === "checkpoint" ? freshCheckpoint : freshWork);
      const back = restored(then, now);
      return [
        id,
        id === checkpoint && back.is === "checkpoint"
          ? { ...freshCheckpoint, saved: back.saved }
          : back,
      ];
    }),
  );
  const passed = nodeIds(state).filter(
    (id) => nodes[id]?.is === "checkpoint" && nodes[id]?.status === "completed",
  );
  return {
    ...state,
    status: "paused",
    context: { ...state.context, ...snapshot.context },
    nodes,
    lastCheckpoint: passed.at(-1) ?? null,
    commit: snapshot.commit,
    completedAt: null,
  };
};

export const checkpointSaved = event("CheckpointSaved", {
  means: "A checkpoint was reached; context and states of then are its snapshot.",
  data: { checkpoint: node },
  line: ({ checkpoint }) => checkpoint,
  news: "waits",
  apply: (state, data, { at }) => ({
    ...changeCheckpoint(state, data.checkpoint, (node) => ({
      ...node,
      status: "running",
      saved: node.saved + 1,
      savedAt: at,
    })),
    snapshots: {
      ...state.snapshots,
      [data.checkpoint]: { at, context: state.context, nodes: state.nodes, commit: state.commit },
    },
    lastCheckpoint: data.checkpoint,
  }),
});

export const checkpointPassed = event("CheckpointPassed", {
  means: "A checkpoint was passed: by itself, or by a person.",
  data: { checkpoint: node, auto: t.flag, reason: t.text },
  line: ({ checkpoint, auto: is, reason }) => `${checkpoint}${auto(is)}${because(reason)}`,
  broken: (before, { checkpoint, auto }, { by }) => {
    if (checkpointState(before, checkpoint)?.status !== "running")
      return `${checkpoint} wasn't saved and open`;
    if (!auto) return by.kind === "person" ? null : `${checkpoint} opens for a person alone`;
    return checkpointNode(before, checkpoint)?.autoContinue === true
      ? null
      : `${checkpoint} doesn't open by itself`;
  },
  apply: (state, data) =>
    changeCheckpoint(state, data.checkpoint, (node) => ({ ...node, status: "completed" })),
});

export const runRolledBack = event("RunRolledBack", {
  means: "The record went back to a checkpoint's snapshot; the working tree did not.",
  data: {
    checkpoint: node,
    reason: t.text,
    undone: texts,
    commit: t.optional(maybe),
  },
  line: ({ checkpoint, reason, undone, commit = null }) =>
    `to ${checkpoint}, undone ${undone.join(", ") || "nothing"}; your checkout stays as it is${commit === null ? "" : `, then it was at commit ${shortId(commit)}`}${because(reason)}`,
  ends: ({ checkpoint, undone }) =>
    undone.map((node) => ofUnit(node, "returned", `rolled back to ${checkpoint}`)),
  apply: (state, data) => rolledBack(state, data.checkpoint),
});
