// Reader of ultrawork's session.json, of any known version.
import { type Extra, type Fields, fieldsOf, textOf } from "../../../core/fields.ts";
import type { JsonNode } from "../../../core/json.ts";
import { ownOf } from "../../../core/own.ts";
import type { Doc, Remarks, Spot } from "../../../core/remarks.ts";
import type { Phase } from "../state.ts";
import { disbelieved, isOlderVersion, phases, sessionAliases, version } from "./aliases.ts";
import { type LogEntry, seenLogEntry } from "./evidence.ts";
import { type SeenTask, seenTask } from "./task.ts";

export type SeenSession = {
  readonly doc: Doc;
  /** null: not said, or none that is read. */
  readonly version: string | null;
  readonly known: boolean;
  readonly sessionTask: string | null;
  readonly goal: string | null;
  readonly phase: Phase | null;
  readonly startedAt: string | null;
  readonly updatedAt: string | null;
  readonly planner: {
    readonly agent: string | null;
    readonly status: string;
    readonly startedAt: string | null;
    readonly completedAt: string | null;
  };
  readonly plannerExtras: readonly Extra[];
  readonly tasks: readonly SeenTask[];
  /** Entries of child_tasks that are no tasks. */
  readonly broken: readonly { readonly pointer: string; readonly text: string }[];
  readonly log: readonly LogEntry[];
  readonly verifyId: string | null;
  readonly completedAt: string | null;
  readonly cancelledAt: string | null;
  readonly failureReason: string | null;
  readonly extras: readonly Extra[];
  readonly at: Fields["at"];
};

const versionOf = (fields: Fields, notes: Remarks): Pick<SeenSession, "version" | "known"> => {
  const found = fields.node("version", "must");
  if (found === null) return { version: null, known: false };
  const { node, spot } = found;
  const text =
    node.is === "string" ? node.value : node.is === "number" ? textOf(spot.doc, node) : "";
  if (text === version && node.is === "string") return { version: text, known: true };
  const known = text === version || isOlderVersion(text);
  if (known) notes.add(spot, "warning", "VERSION_OLDER", `version ${text} is read as ${version}`);
  else
    notes.add(
      spot,
      "error",
      "VERSION_UNKNOWN",
      `${JSON.stringify(text.slice(0, 80))} is no version that is read: "${version}", and 5.0 to 7.0`,
    );
  return { version: text, known };
};

const phaseOf = (fields: Fields, notes: Remarks): Phase | null => {
  const given = fields.text("phase", "must");
  if (given === null) return null;
  const phase = ownOf(phases, given) ?? ownOf(phases, given.toUpperCase());
  if (phase === undefined)
    notes.add(
      fields.at("phase"),
      "error",
      "PHASE_UNKNOWN",
      `${JSON.stringify(given.slice(0, 80))} is no phase (PLANNING, EXECUTION, VERIFICATION, COMPLETE, FAILED, CANCELLED)`,
    );
  else if (phase !== given)
    notes.add(fields.at("phase"), "warning", "VALUE_ALIASED", `phase ${given} is read as ${phase}`);
  return phase ?? null;
};

const plannerStatuses: ReadonlySet<string> = new Set(["pending", "running", "completed", "failed"]);

const plannerOf = (
  fields: Fields,
  notes: Remarks,
): Pick<SeenSession, "planner" | "plannerExtras"> => {
  const none = {
    planner: { agent: null, status: "pending", startedAt: null, completedAt: null },
    plannerExtras: [],
  };
  const found = fields.node("planner", "must");
  if (found === null) return none;
  if (found.node.is !== "object") {
    notes.add(
      found.spot,
      "error",
      "TYPE_WRONG",
      "planner must be an object; it is read as pending",
    );
    return none;
  }
  const own = fieldsOf(found.spot, found.node, notes);
  const agent = own.text("agent_id", "nullable");
  const status = own.text("status", "must") ?? "pending";
  if (!plannerStatuses.has(status))
    notes.add(
      own.at("status"),
      "error",
      "STATUS_UNKNOWN",
      `${JSON.stringify(status.slice(0, 80))} is no status of the planner (pending, running, completed, failed)`,
    );
  const planner = {
    agent,
    status,
    startedAt: own.time("started_at", "nullable"),
    completedAt: own.time("completed_at", "nullable"),
  };
  return { planner, plannerExtras: own.extras() };
};

const tasksOf = (fields: Fields, notes: Remarks): Pick<SeenSession, "tasks" | "broken"> => {
  const tasks: SeenTask[] = [];
  const broken: { readonly pointer: string; readonly text: string }[] = [];
  for (const { node, spot } of fields.list("child_tasks", "must") ?? []) {
    const task = seenTask(node, spot, notes, null);
    if (task === null) broken.push({ pointer: spot.pointer, text: textOf(spot.doc, node) });
    else tasks.push(task);
  }
  return { tasks, broken };
};

const longestGoal = 8_192;

const goalOf = (fields: Fields, notes: Remarks): string | null => {
  const goal = fields.text("goal", "must");
  if (goal !== null && goal.trim() === "")
    notes.add(fields.at("goal"), "error", "GOAL_EMPTY", "the goal is empty");
  if (goal !== null && goal.length > longestGoal)
    notes.add(
      fields.at("goal"),
      "error",
      "FIELD_OVERSIZED",
      `the goal has ${goal.length} characters, more than ${longestGoal}`,
    );
  return goal;
};

/** What would end the work without proof is never believed, wherever it stands. */
const disbelief = (doc: Doc, node: JsonNode, pointer: string, notes: Remarks): void => {
  for (const { key, value } of node.is === "object" ? node.members : []) {
    const spot: Spot = { doc, pointer: `${pointer}/${key}`, at: value.at };
    const asks = value.is !== "null" && !(value.is === "boolean" && !value.value);
    if (asks && disbelieved.includes(key))
      notes.add(
        spot,
        "warning",
        "VERDICT_DISBELIEVED",
        `${key} is kept and not believed: the checks run, and a verifier judges`,
      );
    if (pointer === "" && key === "options") disbelief(doc, value, "/options", notes);
  }
};

/** A list of names under `tasks` is no list of tasks. */
const fits = (key: string, value: JsonNode): boolean =>
  key !== "tasks" ||
  (value.is === "array" &&
    (value.items.length === 0 || value.items.some((item) => item.is === "object")));

/** null: it is no object, which is remarked. */
export const seenSession = (doc: Doc, notes: Remarks): SeenSession | null => {
  const spot: Spot = { doc, pointer: "", at: doc.root.at };
  if (doc.root.is !== "object") {
    notes.add(spot, "error", "FILE_BROKEN", "session.json must hold an object");
    return null;
  }
  const fields = fieldsOf(spot, doc.root, notes, sessionAliases, fits);
  const head = versionOf(fields, notes);
  const session = {
    doc,
    ...head,
    sessionTask: fields.text("session_task_id", "must"),
    goal: goalOf(fields, notes),
    phase: phaseOf(fields, notes),
    startedAt: fields.time("started_at", "must"),
    updatedAt: fields.time("updated_at", "must"),
    ...plannerOf(fields, notes),
    ...tasksOf(fields, notes),
    log: (fields.list("evidence_log", "must") ?? []).flatMap(
      (one) => seenLogEntry(one.node, one.spot, notes) ?? [],
    ),
    verifyId: fields.text("verify_task_id", "must"),
    completedAt: fields.time("completed_at", "nullable"),
    cancelledAt: fields.time("cancelled_at", "nullable"),
    failureReason: fields.text("failure_reason", "nullable"),
    at: fields.at,
  };
  disbelief(doc, doc.root, "", notes);
  return { ...session, extras: fields.extras() };
};
