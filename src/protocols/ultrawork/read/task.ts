// Reader of an ultrawork task of any version, from its own file or from session.json.
import { type Extra, type Fields, fieldsOf } from "../../../core/fields.ts";
import type { JsonNode } from "../../../core/json.ts";
import { ownOf } from "../../../core/own.ts";
import type { Remarks, Spot } from "../../../core/remarks.ts";
import type { Complexity, TaskStatus } from "../task.ts";
import { statuses, taskAliases } from "./aliases.ts";
import { type SeenCheck, seenCheck } from "./checks.ts";
import { type SeenEvidence, seenEvidence } from "./evidence.ts";

export type SeenTask = {
  readonly id: string;
  readonly subject: string;
  /** null: it has none that is known. */
  readonly status: TaskStatus | null;
  readonly worker: string | null;
  readonly criteria: readonly string[];
  readonly evidence: readonly SeenEvidence[];
  readonly blockedBy: readonly string[];
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly description: string | null;
  readonly complexity: Complexity | null;
  readonly files: readonly string[] | null;
  readonly checks: readonly SeenCheck[];
  readonly extras: readonly Extra[];
  readonly spot: Spot;
  /** Where a key's value stands. */
  readonly at: Fields["at"];
};

const statusOf = (fields: Fields, notes: Remarks): TaskStatus | null => {
  const given = fields.text("status", "must");
  if (given === null) return null;
  const status = ownOf(statuses, given) ?? ownOf(statuses, given.toLowerCase());
  if (status === undefined)
    notes.add(
      fields.at("status"),
      "error",
      "STATUS_UNKNOWN",
      `${JSON.stringify(given.slice(0, 80))} is no status (open, in_progress, resolved, failed); it is read as open`,
    );
  else if (status !== given)
    notes.add(
      fields.at("status"),
      "warning",
      "VALUE_ALIASED",
      `status ${given} is read as ${status}`,
    );
  return status ?? null;
};

/** A list; or one text, split at vertical bars. */
const criteriaOf = (fields: Fields, node: JsonNode, notes: Remarks): readonly string[] => {
  const key = ["success_criteria", ...(taskAliases["success_criteria"] ?? [])].find(
    (name) => node.is === "object" && node.members.some((one) => one.key === name),
  );
  const value =
    node.is === "object" ? node.members.find((one) => one.key === key)?.value : undefined;
  if (value?.is !== "string") return fields.texts("success_criteria", "must") ?? [];
  const spot = fields.node("success_criteria", "must")?.spot ?? fields.spot;
  notes.add(
    spot,
    "warning",
    "VALUE_ALIASED",
    "success_criteria as one text is read as a list, split at vertical bars",
  );
  return value.value
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "");
};

const complexityOf = (fields: Fields, notes: Remarks): Complexity | null => {
  const given = fields.text("complexity", "may");
  if (given === null || given === "simple" || given === "standard" || given === "complex")
    return given;
  notes.add(
    fields.at("complexity"),
    "error",
    "VALUE_UNKNOWN",
    `${JSON.stringify(given.slice(0, 80))} is no complexity (simple, standard, complex); it is left out`,
  );
  return null;
};

const blockersOf = (fields: Fields): readonly string[] => [
  ...new Set(fields.texts("blocked_by", "must") ?? []),
];

/** null: it is no task at all. `name`: the file's, for one that lacks its id. */
export const seenTask = (
  node: JsonNode,
  spot: Spot,
  notes: Remarks,
  name: string | null,
): SeenTask | null => {
  if (node.is !== "object") {
    notes.add(spot, "error", "TYPE_WRONG", "a task must be an object; it is put aside");
    return null;
  }
  const fields = fieldsOf(spot, node, notes, taskAliases);
  const id = fields.text("id", "must") ?? name ?? "";
  const subject = fields.text("subject", "must");
  return {
    id,
    subject: subject === null || subject.trim() === "" ? `Task ${id}` : subject,
    status: statusOf(fields, notes),
    worker: fields.text("worker_agent_id", "nullable"),
    criteria: criteriaOf(fields, node, notes),
    evidence: (fields.list("evidence", "must") ?? []).flatMap(
      (one) => seenEvidence(one.node, one.spot, notes) ?? [],
    ),
    blockedBy: blockersOf(fields),
    startedAt: fields.time("started_at", "nullable"),
    completedAt: fields.time("completed_at", "nullable"),
    description: fields.text("description", "may"),
    complexity: complexityOf(fields, notes),
    files: fields.texts("files", "may"),
    checks: (fields.list("checks", "may") ?? []).flatMap(
      (one) => seenCheck(one.node, one.spot, notes) ?? [],
    ),
    extras: fields.extras(),
    spot,
    at: fields.at,
  };
};
