// Why: a run is made of what was found so that nothing is played twice, nothing counts as answered, and nothing unknown is ever run.
import type { FoundRun } from "../shapes.ts";
import type { Found, Quarantined } from "../../../core/dialect.ts";
import { freshCheckpoint, freshWork } from "../evolve/change.ts";
import { stateFile } from "../files/session.ts";
import { isDone } from "../nodes.ts";
import type { Context, NodeId, NodeState, State } from "../state.ts";
import type { Template } from "../template/template.ts";
import { unknownKeys } from "./extras.ts";
import type { Seen } from "./folder.ts";
import type { SeenNode } from "./node.ts";
import { planned } from "./plan.ts";
import type { SeenSnapshot } from "./snapshot.ts";
import { type Around, checkpointFound, workFound } from "./states.ts";
import type { Where } from "./where.ts";

export type Made = {
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
  seen: Seen,
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

/** Done nodes behind the first batch that isn't. */
export const holes = (plan: State["plan"], nodes: Nodes): readonly NodeId[] => {
  const at = plan.findIndex((batch) => !batch.nodes.every((id) => isDone(nodes[id])));
  return at < 0
    ? []
    : plan
        .slice(at + 1)
        .flatMap((batch) =>
          batch.nodes.filter((id) => nodes[id]?.is === "work" && isDone(nodes[id])),
        );
};

/** `from`: the snapshot that it is built from; null: session-state.json. */
export const foundRun = (
  given: Found,
  seen: Seen,
  where: Where,
  from: SeenSnapshot | null,
  usable: readonly SeenSnapshot[],
): Made => {
  const { session, template } = seen;
  const body = template?.body ?? null;
  const around: Around = { session: where.session, files: given.files, digests: given.digests };
  const list = from?.nodes ?? session?.nodes ?? [];
  const { plan, stands, note } = planned(
    session,
    body,
    list.map(({ id }) => id),
  );
  const ids = plan.flatMap(({ nodes }) => nodes);
  const found = statesOf(list, ids, around, body, true);
  // Restored as by a rollback: what ran is due again, and the checkpoint's question comes again.
  const nodes: Nodes =
    from === null
      ? found.nodes
      : Object.fromEntries(
          Object.entries(found.nodes).map(([id, node]): [NodeId, NodeState] => [
            id,
            id === from.id
              ? freshCheckpoint
              : node.status === "running" && node.is === "work"
                ? { ...freshWork, attempt: 1 }
                : node,
          ]),
        );
  const undone = ids.filter((id) => !isDone(nodes[id]));
  const end = endOf(seen, where, from, undone);
  const values = contextFound(from?.context ?? session?.context ?? {}, body);
  const isGate = (id: NodeId | null): id is NodeId =>
    id !== null && Object.hasOwn(nodes, id) && nodes[id]?.is === "checkpoint";
  const passed = ids.filter((id) => isGate(id) && isDone(nodes[id])).at(-1) ?? null;
  const said = from === null ? (session?.lastCheckpoint ?? null) : passed;
  const last = isGate(said) ? said : null;
  const snapshots = usable.filter(({ id }) => isGate(id));
  const extras = unknownKeys(session, { stands, playable: body !== null });
  const hole = holes(plan, nodes);
  const strangers = list.filter(({ id }) => !Object.hasOwn(nodes, id));
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
      plan: plan.map((batch) => ({ nodes: [...batch.nodes], parallel: batch.parallel })),
      nodes,
      snapshots: Object.fromEntries(
        snapshots.map((snapshot) => [
          snapshot.id,
          {
            at: snapshot.savedAt ?? session?.updatedAt ?? "",
            context: contextFound(snapshot.context ?? values.context, body).context,
            nodes: statesOf(snapshot.nodes, ids, around, body, false).nodes,
            text: snapshot.text,
          },
        ]),
      ),
      last_checkpoint: last,
      extras: extras.extras.map(({ file, pointer, entries }) => ({
        file,
        pointer,
        entries: entries.map(([key, value]): [string, string] => [key, value]),
      })),
      created_at: session?.createdAt ?? null,
      updated_at: session?.updatedAt ?? null,
      completed_at: end.status === "completed" ? (session?.completedAt ?? null) : null,
    },
    notes: [
      ...(note === null ? [] : [note]),
      ...found.notes,
      ...values.notes,
      ...end.notes,
      ...(hole.length === 0
        ? []
        : [
            `PLAN_HOLED: ${hole.slice(0, 10).join(", ")} ended before what comes first; both stand, and none of them runs again`,
          ]),
      ...(said !== null && last === null
        ? [
            `NODE_UNKNOWN: last_checkpoint names ${said.slice(0, 80)}, which is no checkpoint here; it is left out`,
          ]
        : []),
      ...ids.flatMap((id) => {
        const node = nodes[id];
        return node?.is === "work" && node.status === "running" && node.task === null
          ? [`${id} ran, and no task can call back: a person is asked`]
          : [];
      }),
    ],
    quarantined: [
      ...extras.quarantined,
      ...(strangers.length === 0
        ? []
        : [
            {
              path: from?.path ?? stateFile,
              why: `NODE_UNKNOWN: ${strangers
                .slice(0, 10)
                .map(({ id }) => id.slice(0, 80))
                .join(", ")}: no node of the run; shown here, and never run`,
            },
          ]),
    ],
  };
};
