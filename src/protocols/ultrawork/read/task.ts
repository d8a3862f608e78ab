// Reader of a task with its evidence, from its own file or from session.json.
import { textOf } from "../../../core/fields.ts";
import type { Doc, Remarks, Spot } from "../../../core/remarks.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { type Seen, seenObject } from "../../../kit/document/keys-reader.ts";
import type { FoundEvidence } from "../../../work/unit.ts";
import type { logEntry } from "../documents/log.ts";
import { childTask, type evidenceEntry, task as declared } from "../documents/task.ts";

export const topOf = (doc: Doc): Spot => ({ doc, pointer: "", at: doc.root.at });

/** Missing values become empty. */
const evidenceOf = (seen: Seen<(typeof evidenceEntry)["keys"]>) => {
  const { criteria, command, output, verified, timestamp, extras, spot } = seen;
  const entry: FoundEvidence = {
    criteria: criteria ?? "",
    command: command ?? "",
    output: output ?? "",
    verified: verified === true,
    timestamp: timestamp ?? "",
  };
  return { entry, extras, spot };
};
export type SeenEvidence = ReturnType<typeof evidenceOf>;

/** @param name the file's, for a task without an id */
export const taskOf = (seen: Seen<(typeof declared)["keys"]>, name: string | null) => {
  const id = seen.id ?? name ?? "";
  const { subject, success_criteria, evidence, blocked_by } = seen;
  const isNamed = subject !== null && subject.trim() !== "";
  return {
    ...seen,
    id,
    subject: isNamed ? subject : `Task ${id}`,
    success_criteria: success_criteria ?? [],
    evidence: evidence.map(evidenceOf),
    blocked_by: [...new Set(blocked_by ?? [])],
  };
};
export type SeenTask = ReturnType<typeof taskOf>;

/** Returns null and adds a remark if it isn't an object. */
export const seenTask = (doc: Doc, notes: Remarks, name: string): SeenTask | null => {
  const seen = seenObject(declared, doc.root, topOf(doc), notes);
  return seen === null ? null : taskOf(seen, name);
};

/** An entry of evidence_log. `text`: as it stands there, or with what it lacks. */
export const logOf = (seen: Seen<(typeof logEntry)["keys"]>) => {
  const { task_id, criteria, type, content, timestamp, extras, spot, node } = seen;
  const known = {
    task_id: task_id ?? "",
    criteria: criteria ?? "",
    type: type ?? "manual",
    content: content ?? "",
    timestamp: timestamp ?? "",
  };
  const lines = [
    ...Object.entries(known).map(([key, value]) => [key, JSON.stringify(value)] as const),
    ...extras,
  ].map(([key, text]) => `      ${JSON.stringify(key)}: ${text}`);
  const text = seen.remarked ? `{\n${lines.join(",\n")}\n    }` : textOf(spot.doc, node);
  return { ...known, text };
};

const shared = keysOf(childTask);
/** What both places of a task must agree on. */
export const sharedText = (task: SeenTask): string => {
  const all = { ...task, evidence: task.evidence.map(({ entry }) => entry) };
  return JSON.stringify(Object.entries(all).filter(([key]) => shared.has(key)));
};
