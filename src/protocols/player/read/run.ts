// A found session folder as a run: nothing is played twice, nothing counts as answered, nothing unknown is ever run.
import type { FoundRun } from "../shapes.ts";
import type { Source, Quarantined } from "../../../core/run-files.ts";
import { freshCheckpoint, freshWork } from "../evolve/change.ts";
import { stateFile } from "../files/session.ts";
import { isDone } from "../nodes.ts";
import type { Context, NodeId, NodeState, State } from "../state.ts";
import type { Template } from "../template/template.ts";
import { unknownKeys } from "./extras.ts";
import type { RunFiles } from "./folder.ts";
import type { SeenNode } from "./node.ts";
import { planned } from "./plan.ts";
import type { SeenSnapshot } from "./snapshot.ts";
import { type Around, checkpointFound, workFound } from "./states.ts";
import type { Where } from "./where.ts";

export type RunReading = {
  readonly found: FoundRun;
  readonly notes: readonly string[];
  readonly quarantined: readonly Quarantined[];
};

const contextFound = (
  given: Context,
  body: Template | null,
): { readonly context: Context; readonly notes: readonly string[] } => {
  const notes: string[] = [];
  const context: Record<string, string | boolean> = { ...given };
  for (const { name, type, default: usual } of body?.context ?? []) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      context[name] = usual ?? (type === "boolean" ? false : "");
      notes.push(`CONTEXT_MISSING: the variable ${name} had no value; it has its default`);
    } else if (type === "boolean" && (value === "true" || value === "false")) {
      context[name] = value === "true";
      notes.push(`VALUE_ALIASED: the variable ${name} is read as ${value}, no text`);
    } else if (type !== "boolean" && typeof value === "boolean") {
      context[name] = String(value);
      notes.push(`VALUE_ALIASED: the variable ${name} is read as the text ${String(value)}`);
    }
  }
  return { context, notes };
};

type Nodes = Readonly<Record<NodeId, NodeState>>;
const statesOf = (
  list: readonly SeenNode[],
  ids: readonly NodeId[],
  around: Around,
  body: Template | null,
  all: boolean,
): { readonly nodes: Nodes; readonly notes: readonly string[] } => {
  const seen = new Map(list.map((one) => [one.id, one]));
  const gates = new Map(body?.nodes.map(({ id, type }) => [id, type === "checkpoint"]));
  const tasks = new Set<string>();
  const notes: string[] = [];
  const nodes = ids.flatMap((id): readonly (readonly [NodeId, NodeState])[] => {
    const one = seen.get(id);
    const gate = gates.get(id) ?? one?.gate ?? /^CP-/iu.test(id);
    if (one === undefined) {
      if (all) notes.push(`KEY_ABSENT: ${id} had no state; it is pending`);
      return all ? [[id, gate ? freshCheckpoint : freshWork]] : [];
    }
    if (gate) return [[id, checkpointFound(one)]];
    const task = one.task !== null && !tasks.has(one.task) ? one.task : null;
    if (one.task !== null && task === null)
      notes.push(`TASK_TAKEN: the task of ${id} is another node's, too; it is left out`);
    if (task !== null) tasks.add(task);
    return [[id, workFound(one, around, task)]];
  });
  return { nodes: Object.fromEntries(nodes), notes };
};

type Ended = {
  readonly status: State["status"];
  readonly archived: boolean;
  readonly notes: readonly string[];
};
const endOf = (
  seen: RunFiles,
  where: Where,
  from: SeenSnapshot | null,
  undone: readonly NodeId[],
): Ended => {
  const { archived } = where;
  if (from !== null)
    return {
      status: "paused",
      archived,
      notes: [`the run is built from the snapshot ${from.id}, and paused`],
    };
  const said = seen.session?.status ?? "paused";
  const notes: string[] = [];
  if (said === "archived" && !archived)
    notes.push(
      "PLACE_DISAGREES: the status is archived, and the folder isn't put away; the place counts",
    );
  if (said !== "archived" && said !== "failed" && said !== "aborted" && archived)
    notes.push(
      `PLACE_DISAGREES: the status is ${said}, and the folder is put away; the place counts`,
    );
  const status = said === "archived" ? "completed" : said;
  if (status === "completed" && undone.length > 0) {
    notes.push(
      `STATUS_OVERSTATED: the status is ${said}, and not done are ${undone.slice(0, 10).join(", ")}; the run is paused`,
    );
    return { status: "paused", archived, notes };
  }
  return { status: archived && status === "running" ? "paused" : status, archived, notes };
};

/** Finished nodes after the first unfinished batch. */
const holes = (plan: State["plan"], nodes: Nodes): readonly NodeId[] => {
  const at = plan.findIndex((batch) => !batch.nodes.every((id) => isDone(nodes[id])));
  return at < 0
    ? []
    : plan
        .slice(at + 1)
        .flatMap((batch) =>
          batch.nodes.filter((id) => nodes[id]?.is === "work" && isDone(nodes[id])),
        );
};

/** Restores as a rollback does: running nodes are due again, and the checkpoint's question is asked again. */
const restored = (nodes: Nodes, checkpoint: NodeId): Nodes =>
  Object.fromEntries(
    Object.entries(nodes).map(([id, node]): [NodeId, NodeState] => {
      if (id === checkpoint) return [id, freshCheckpoint];
      const ran = node.status === "running" && node.is === "work";
      return [id, ran ? { ...freshWork, attempt: 1 } : node];
    }),
  );

const holeNotes = (hole: readonly NodeId[]): readonly string[] =>
  hole.length === 0
    ? []
    : [
        `PLAN_HOLED: ${hole.slice(0, 10).join(", ")} ended before what comes first; both stand, and none of them runs again`,
      ];

const orphanNotes = (ids: readonly NodeId[], nodes: Nodes): readonly string[] =>
  ids.flatMap((id) => {
    const node = nodes[id];
    return node?.is === "work" && node.status === "running" && node.task === null
      ? [`${id} ran, and no task can call back: a person is asked`]
      : [];
  });

const strangersAside = (path: string, list: readonly SeenNode[]): readonly Quarantined[] => {
  if (list.length === 0) return [];
  const shown = list.slice(0, 10).map(({ id }) => id.slice(0, 80));
  const why = `NODE_UNKNOWN: ${shown.join(", ")}: no node of the run; shown here, and never run`;
  return [{ path, why }];
};

/** The last checkpoint: the one that the file names, or the last one passed in a snapshot. */
const lastCheckpoint = (
  said: NodeId | null,
  isGate: (id: NodeId) => boolean,
): { readonly last: NodeId | null; readonly notes: readonly string[] } => {
  if (said === null || isGate(said)) return { last: said, notes: [] };
  const note = `NODE_UNKNOWN: last_checkpoint names ${said.slice(0, 80)}, which is no checkpoint here; it is left out`;
  return { last: null, notes: [note] };
};

/** @param from the snapshot to restore; null for session-state.json */
export const foundRun = (
  given: Source,
  seen: RunFiles,
  where: Where,
  from: SeenSnapshot | null,
  usable: readonly SeenSnapshot[],
): RunReading => {
  const { session, template } = seen;
  const body = template?.body ?? null;
  const around: Around = { session: where.session, files: given.files, digests: given.digests };
  const list = from?.nodes ?? session?.nodes ?? [];
  const named = list.map(({ id }) => id);
  const { plan, stands, note } = planned(session, body, named);
  const ids = plan.flatMap(({ nodes }) => nodes);
  const found = statesOf(list, ids, around, body, true);
  const nodes = from === null ? found.nodes : restored(found.nodes, from.id);
  const isOpen = (id: NodeId): boolean => !isDone(nodes[id]);
  const end = endOf(seen, where, from, ids.filter(isOpen));
  const values = contextFound(from?.context ?? session?.context ?? {}, body);
  const isGate = (id: NodeId): boolean =>
    Object.hasOwn(nodes, id) && nodes[id]?.is === "checkpoint";
  const passed = ids.findLast((id) => isGate(id) && !isOpen(id)) ?? null;
  const said = from === null ? (session?.lastCheckpoint ?? null) : passed;
  const { last, notes } = lastCheckpoint(said, isGate);
  const { extras, quarantined } = unknownKeys(session, { stands, playable: body !== null });
  const strangers = list.filter(({ id }) => !Object.hasOwn(nodes, id));
  const snapshots = usable
    .filter(({ id }) => isGate(id))
    .map(({ id, savedAt, context, nodes: then, text }) => {
      const own = contextFound(context ?? values.context, body).context;
      const states = statesOf(then, ids, around, body, false).nodes;
      const at = savedAt ?? session?.updatedAt ?? "";
      return [id, { at, context: own, nodes: states, text }] as const;
    });
  return {
    found: {
      session: where.session,
      archived: end.archived,
      status: end.status,
      template: {
        id: session?.template.id ?? body?.id ?? "",
        name: session?.template.name ?? body?.name ?? "",
        path: session?.template.path ?? "",
        text: body === null ? null : (template?.text ?? null),
      },
      context: values.context,
      plan,
      nodes,
      snapshots: Object.fromEntries(snapshots),
      last_checkpoint: last,
      extras,
      created_at: session?.createdAt ?? null,
      updated_at: session?.updatedAt ?? null,
      completed_at: end.status === "completed" ? (session?.completedAt ?? null) : null,
    },
    notes: [
      ...(note === null ? [] : [note]),
      ...found.notes,
      ...values.notes,
      ...end.notes,
      ...holeNotes(holes(plan, nodes)),
      ...notes,
      ...orphanNotes(ids, nodes),
    ],
    quarantined: [...quarantined, ...strangersAside(from?.path ?? stateFile, strangers)],
  };
};
