// Events of a whole run: its start, its stops and its end, its context and template, its files.
import type { NodeId, NodeState, State } from "../state.ts";
import { context, count, maybe, nested, node, texts } from "../shapes.ts";
import { frontier, isDone, nodeIds } from "../nodes.ts";
import { batchesOf, pinOf } from "../evolve/pin.ts";
import { freshNodes, pendingAgain } from "../evolve/change.ts";
import { event, opening } from "./declare.ts";
import { because } from "../../../core/words/quote.ts";
import { ownOf } from "../../../core/json/own.ts";
import { sender } from "../../../core/words/event-line.ts";
import * as t from "../../../kit/schema.ts";

/** Hosted work is returned without using an attempt; the outcome of external or doubtful work stays unknown; an open checkpoint is asked anew. */
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

export const runStarted = opening("RunStarted", {
  means: "The run began, with its template pinned as text, its context and its folder.",
  data: {
    run: t.text,
    session: t.text,
    template_path: t.text,
    template_text: t.text,
    digest: t.text,
    context,
    node_timeout_s: count,
    origin: maybe,
    nested,
    warnings: texts,
  },
  line: ({ session, template_path: path }) => `${session} plays ${path}`,
  begin: (data, { at }) => {
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
  },
});

export const contextChanged = event("ContextChanged", {
  means: "A value of the context was changed, for nodes that had not begun.",
  data: { name: t.text, value: t.either(t.text, t.flag) },
  line: ({ name, value }, by) => `${name}, by ${sender(by)}${because(String(value))}`,
  apply: (state, { name, value }) => ({
    ...state,
    context: { ...state.context, [name]: value },
  }),
});

export const templateRepinned = event("TemplateRepinned", {
  means: "Another text of the template is played from here.",
  data: { path: t.text, text: t.text, digest: t.text, changed: texts },
  line: ({ path, changed }) => `${path}, changed ${changed.join(", ") || "nothing"}`,
  apply: (state, data) => {
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
      ({ name, type, default: usual }) =>
        [name, usual ?? (type === "boolean" ? false : "")] as const,
    );
    const context = Object.fromEntries(
      defaults.map(([name, usual]) => [name, ownOf(state.context, name) ?? usual]),
    );
    return { ...state, template, plan: batches, nodes, context };
  },
});

export const runPaused = event("RunPaused", {
  means: "Nothing new starts and no checkpoint is saved.",
  data: { at: maybe },
  line: ({ at }) => (at === null ? "" : `at ${at}`),
  apply: (state) => ({ ...state, status: "paused" }),
});

export const runFailed = event("RunFailed", {
  means: "A person answered a node's question with abort.",
  data: { node, reason: t.text },
  line: ({ node, reason }) => `${node}${because(reason)}`,
  news: "failed",
  apply: (state) => ({ ...stopped(state), status: "failed" }),
});

export const runAborted = event("RunAborted", {
  means: "A person stopped the run.",
  data: { at: maybe, reason: t.text },
  line: ({ at, reason }) =>
    `${at === null ? "" : `at ${at}`}${because(reason)}`.replace(/^: /u, ""),
  news: "failed",
  apply: (state) => ({ ...stopped(state), status: "aborted" }),
});

export const runCompleted = event("RunCompleted", {
  means: "Every node is completed or skipped.",
  data: {},
  news: "done",
  broken: (before) => {
    if (before.status !== "running") return `the run was ${before.status}`;
    if (before.plan.length === 0) return "it has no plan";
    const open = frontier(before)?.batch.nodes.filter((id) => !isDone(before.nodes[id]));
    return open === undefined ? null : `not done: ${open.join(", ")}`;
  },
  apply: (state, _data, { at }) => ({ ...state, status: "completed", completedAt: at }),
});
