// Why: what beginning, stopping, going back and the files around a run do to the state.
import { withKept } from "../../../core/kept-extras.ts";
import { ownOf } from "../../../core/own.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { isDone, nodeIds } from "../nodes.ts";
import type { NodeId, NodeState, Pin, State } from "../state.ts";
import { plan } from "../template/plan.ts";
import { readTemplate } from "../template/read-template.ts";
import type { Template } from "../template/template.ts";
import {
  changeCheckpoint,
  type Evolve,
  freshCheckpoint,
  freshNodes,
  freshWork,
  type Happened,
  leftBy,
  pendingAgain,
} from "./change.ts";

type Table = {
  readonly [
    K in
      | "CheckpointSaved"
      | "CheckpointPassed"
      | "ContextChanged"
      | "RunPaused"
      | "RunResumed"
      | "RunFailed"
      | "RunAborted"
      | "RunCompleted"
      | "RunArchived"
      | "RunUnarchived"
      | "RunRolledBack"
      | "TemplateRepinned"
      | "ResultIgnored"
      | "ExtrasKept"
      | "EditRefused"
  ]: Evolve<K>;
};

const bodyOf = (text: string): Template | null => {
  const body = readTemplate(text);
  return isRefusal(body) ? null : body;
};
export const pinOf = (path: string, text: string, digest: string): Pin => {
  const body = bodyOf(text);
  return { id: body?.id ?? "", name: body?.name ?? "", path, text, digest, body };
};
export const batchesOf = (body: Template): State["plan"] =>
  plan(body).map(({ nodes, parallel }) => ({ nodes, parallel }));

export const started = ({ data, at }: Happened<"RunStarted">): State => {
  const template = pinOf(data.template_path, data.template_text, data.digest);
  const batches = template.body === null ? [] : batchesOf(template.body);
  return {
    run: data.run,
    session: data.session,
    status: "running",
    archived: false,
    origin: data.origin,
    nested: data.nested,
    template,
    context: data.context,
    nodeTimeout: data.node_timeout_s,
    plan: batches,
    batch: 0,
    nodes: template.body === null ? {} : freshNodes(template.body, nodeIds({ plan: batches })),
    snapshots: {},
    lastCheckpoint: null,
    commit: null,
    tasks: {},
    bypasses: [],
    late: [],
    extras: [],
    refused: null,
    adopted: null,
    createdAt: at,
    updatedAt: at,
    completedAt: null,
  };
};

/** Hosted work is given back unspent; what runs outside, or is in doubt, nobody will ever know; an open checkpoint is asked anew. */
const stopped = (state: State): State => ({
  ...state,
  nodes: Object.fromEntries(
    Object.entries(state.nodes).map(([id, node]): [NodeId, NodeState] => {
      if (node.status !== "running") return [id, node];
      if (node.is === "checkpoint") return [id, { ...node, status: "pending" }];
      if (node.hosted && node.doubt === null)
        return [id, { ...pendingAgain(node), last: node.last }];
      return [
        id,
        {
          ...node,
          status: "failed",
          doubt: null,
          error: `in doubt: ${node.doubt ?? "the run was stopped while it ran outside"}`,
        },
      ];
    }),
  ),
});

/** As it was, but for what only grows: attempts, and how often a checkpoint was saved. */
const restored = (then: NodeState, now: NodeState | undefined): NodeState => {
  if (then.is === "checkpoint")
    return { ...then, saved: now?.is === "checkpoint" ? now.saved : then.saved };
  const attempt = now?.is === "work" ? Math.max(now.attempt, then.attempt) : then.attempt;
  // The record goes back, the tree does not: what was written since still lies there.
  const output = now?.is === "work" ? leftBy(now) : null;
  const last = output === null ? null : { error: null, session: null, output };
  if (then.status !== "running" && then.status !== "pending") return { ...then, attempt };
  // Who worked on what was rolled back remembers it as done.
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

const repinned = (state: State, data: Happened<"TemplateRepinned">["data"]): State => {
  const template = pinOf(data.path, data.text, data.digest);
  if (template.body === null) return state;
  const batches = batchesOf(template.body);
  const fresh = freshNodes(template.body, nodeIds({ plan: batches }));
  const nodes = Object.fromEntries(
    Object.entries(fresh).map(([id, node]) => {
      const before = state.nodes[id];
      return [id, before !== undefined && before.is === node.is ? before : node];
    }),
  );
  const defaults = template.body.context.map(
    ({ name, type, default: usual }) => [name, usual ?? (type === "boolean" ? false : "")] as const,
  );
  const context = Object.fromEntries(
    defaults.map(([name, usual]) => [name, state.context[name] ?? usual]),
  );
  return { ...state, template, plan: batches, nodes, context };
};

export const run: Table = {
  CheckpointSaved: (state, { data, at }) => ({
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
  CheckpointPassed: (state, { data }) =>
    changeCheckpoint(state, data.checkpoint, (node) => ({ ...node, status: "completed" })),
  ContextChanged: (state, { data }) => ({
    ...state,
    context: { ...state.context, [data.name]: data.value },
  }),
  RunPaused: (state) => ({ ...state, status: "paused" }),
  RunResumed: (state) => ({ ...state, status: "running" }),
  RunFailed: (state) => ({ ...stopped(state), status: "failed" }),
  RunAborted: (state) => ({ ...stopped(state), status: "aborted" }),
  RunCompleted: (state, { at }) => ({ ...state, status: "completed", completedAt: at }),
  RunArchived: (state) => ({ ...state, archived: true }),
  RunUnarchived: (state) => ({ ...state, archived: false }),
  RunRolledBack: (state, { data }) => rolledBack(state, data.checkpoint),
  TemplateRepinned: (state, { data }) => repinned(state, data),
  ResultIgnored: (state, { data }) => {
    const { node, attempt, task, exit, why, digest } = data;
    const found = state.tasks[task];
    const tasks =
      found === undefined ? state.tasks : { ...state.tasks, [task]: { ...found, result: digest } };
    return { ...state, tasks, late: [...state.late, { node, attempt, task, exit, why }] };
  },
  ExtrasKept: (state, { data }) => ({
    ...state,
    extras: withKept(state.extras, data),
  }),
  EditRefused: (state, { data, at }) => ({ ...state, refused: { ...data, at } }),
};

export const undoneBy = (state: State, checkpoint: NodeId): readonly NodeId[] => {
  const then = state.snapshots[checkpoint]?.nodes ?? {};
  return nodeIds(state).filter(
    (id) => isDone(state.nodes[id]) && (!isDone(then[id]) || id === checkpoint),
  );
};
