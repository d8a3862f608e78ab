// Start of a run from an existing folder: work that this run didn't observe never counts as hosted.
import { foundRun } from "../shapes.ts";
import type { NodeState, State } from "../state.ts";
import { maybe, texts } from "../shapes.ts";
import { nodeIds, undoneFrom } from "../nodes.ts";
import { batchesOf, pinOf } from "../evolve/pin.ts";
import { freshCheckpoint, freshWork } from "../evolve/change.ts";
import { opening } from "./declare.ts";
import { ownOf } from "../../../core/json/own.ts";
import * as t from "../../../kit/schema.ts";

/** Nodes that were running are external; they are in doubt if no task could call back. */
const asFound = (node: NodeState): NodeState => {
  if (node.is === "checkpoint")
    return node.status === "completed" ? node : { ...node, status: "pending" };
  if (node.status !== "running") return node;
  const doubt =
    node.doubt ??
    (node.task === null ? "it ran when the folder was found, and no task can call back" : null);
  return { ...node, hosted: false, doubt };
};

const nodesOf = (nodes: Readonly<Record<string, NodeState>>): State["nodes"] =>
  Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, asFound(node)]));

export const runAdopted = opening("RunAdopted", {
  means: "An existing session folder became this run, as it was found.",
  data: {
    run: t.text,
    found: foundRun,
    digest: maybe,
    notes: texts,
    digests: t.byName(t.text),
  },
  line: ({ found }) => found.session,
  refers: ({ digests }) => ({ outputs: Object.values(digests) }),
  begin: (data, { at }) => {
    const { found } = data;
    const { template, last_checkpoint: lastCheckpoint } = found;
    const pinned = pinOf(template.path, template.text ?? "", data.digest ?? "");
    const pin = template.text === null ? { ...pinned, body: null } : pinned;
    const plan = found.plan.length > 0 ? found.plan : pin.body === null ? [] : batchesOf(pin.body);
    const checkpoints = new Set(
      pin.body?.nodes.filter(({ type }) => type === "checkpoint").map(({ id }) => id),
    );
    const nodes = nodesOf(found.nodes);
    const all = Object.fromEntries(
      nodeIds({ plan }).map((id) => [
        id,
        ownOf(nodes, id) ?? (checkpoints.has(id) ? freshCheckpoint : freshWork),
      ]),
    );
    const tasks = Object.entries(all).flatMap(([id, node]) =>
      node.is === "work" && node.task !== null
        ? [[node.task, { node: id, attempt: node.attempt, result: null }] as const]
        : [],
    );
    return {
      run: data.run,
      session: found.session,
      status: found.status,
      archived: found.archived,
      origin: null,
      nested: { depth: 0, templates: [] },
      template: { ...pin, id: template.id, name: template.name },
      context: found.context,
      nodeTimeout: found.node_timeout_s ?? 3600,
      plan,
      batch: undoneFrom({ plan, nodes: all }, 0),
      nodes: all,
      snapshots: Object.fromEntries(
        Object.entries(found.snapshots).map(([id, { at: then, context, nodes: states, text }]) => [
          id,
          {
            at: then,
            context,
            nodes: states,
            commit: null,
            ...(text === undefined ? {} : { text }),
          },
        ]),
      ),
      lastCheckpoint,
      commit: null,
      tasks: Object.fromEntries(tasks),
      bypasses: [],
      late: [],
      extras: found.extras,
      refused: null,
      adopted: data.notes,
      createdAt: found.created_at ?? at,
      updatedAt: found.updated_at ?? at,
      completedAt: found.completed_at,
    };
  },
});
