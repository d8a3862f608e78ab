// Check rules of session folders: overstated status, missing files and nodes.
import { isBefore, type Remarks, type Spot } from "../../../kit/document/remarks.ts";
import type { RunFiles } from "../read/folder.ts";
import type { SeenNode } from "../read/node.ts";
import { illegal, illegalWords } from "../read/plan.ts";
import type { SeenSession } from "../read/session.ts";

/** `whole`: the files are a complete folder, not a single file. */
export type CheckInput = {
  readonly seen: RunFiles;
  readonly session: SeenSession;
  readonly whole: boolean;
  readonly notes: Remarks;
};
type Rule = (judged: CheckInput) => void;

const isDone = (node: SeenNode | undefined): boolean =>
  node !== undefined &&
  node.strange === null &&
  (node.status === "completed" || (node.status === "skipped" && !node.gate));

/** The file's batches in plan order; without a plan, one batch for each node. */
const batches = ({ plan, nodes }: SeenSession): readonly (readonly string[])[] =>
  plan?.map((batch) => batch.nodes) ?? nodes.map(({ id }) => [id]);

const names: Rule = ({ session, notes }) => {
  const known = new Set(session.nodes.map(({ id }) => id));
  const say = (spot: Spot, where: string, id: string): void => {
    if (!known.has(id))
      notes.error(
        spot,
        "NODE_UNKNOWN",
        `${where} names ${id.slice(0, 80)}, and node_states doesn't have it`,
      );
  };
  for (const { nodes, spot } of session.plan ?? [])
    for (const id of nodes) say(spot, "the plan", id);
  for (const id of session.current) say(session.at("current_node"), "current_node", id);
  if (session.lastCheckpoint !== null)
    say(session.at("last_checkpoint"), "last_checkpoint", session.lastCheckpoint);
};

const ends: Rule = ({ session, notes }) => {
  const states = new Map(session.nodes.map((node) => [node.id, node]));
  const list = batches(session);
  const undone = [...new Set([...list.flat(), ...states.keys()])].filter(
    (id) => !isDone(states.get(id)),
  );
  const { status } = session;
  if ((status === "completed" || status === "archived") && undone.length > 0)
    notes.warn(
      session.at("status"),
      "STATUS_OVERSTATED",
      `the status is ${status}, and not done are ${undone.slice(0, 10).join(", ")}`,
    );
  const first = list.findIndex((ids) => !ids.every((id) => isDone(states.get(id))));
  for (const id of first < 0 ? [] : list.slice(first + 1).flat()) {
    const node = states.get(id);
    if (node !== undefined && isDone(node))
      notes.warn(
        node.at("status"),
        "PLAN_HOLED",
        `${id} ended, and batch ${first + 1}, which comes before it, isn't done`,
      );
  }
};

const times: Rule = ({ session, notes }) => {
  const say = (spot: Spot, what: string): void => notes.warn(spot, "TIME_DISORDERED", what);
  for (const node of session.nodes)
    if (isBefore(node.completedAt, node.startedAt))
      say(node.at("completed_at"), `${node.id} was completed before it was started`);
  if (isBefore(session.updatedAt, session.createdAt))
    say(session.at("updated_at"), "the run was updated before it was created");
  if (isBefore(session.completedAt, session.createdAt))
    say(session.at("completed_at"), "the run was completed before it was created");
};

const beside: Rule = ({ seen, session, whole, notes }) => {
  if (!whole) return;
  const saved = new Set(seen.snapshots.map(({ id }) => id));
  const last = session.lastCheckpoint;
  const missing = (spot: Spot, id: string): void =>
    notes.warn(
      spot,
      "SNAPSHOT_MISSING",
      `${id.slice(0, 80)} was saved, and checkpoints/${id.slice(0, 80)}.json isn't there: nothing goes back to it`,
    );
  if (last !== null && !saved.has(last)) missing(session.at("last_checkpoint"), last);
  for (const node of session.nodes)
    if (node.gate && node.status === "completed" && node.id !== last && !saved.has(node.id))
      missing(node.at("status"), node.id);
  for (const { session: of, at } of seen.snapshots)
    if (
      of !== null &&
      session.id !== null &&
      of !== session.id &&
      !session.id.startsWith(`${of}-`) &&
      !of.startsWith(`${session.id}-`)
    )
      notes.error(
        at("session_id"),
        "SESSION_FOREIGN",
        `the snapshot is of ${of.slice(0, 120)}, another session`,
      );
  const { template } = seen;
  if (template?.body === null || template === null) {
    const what =
      template === null
        ? "isn't there"
        : `${template.path.replace(/^(?:\.\.\/)+/u, "")} has errors`;
    notes.warn(
      session.at("template_path"),
      "TEMPLATE_MISSING",
      `the template ${what}: a run of this is to look at only`,
    );
    return;
  }
  const why = session.plan === null ? null : illegal(session.plan, template.body);
  if (why !== null) notes.warn(session.at("execution_plan"), "PLAN_ILLEGAL", illegalWords(why));
};

export const rules: readonly Rule[] = [names, ends, times, beside];
