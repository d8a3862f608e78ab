// Reader of an ultrawork task of any version, from its own file or from session.json.
import type { JsonNode } from "../../../core/json.ts";
import type { Remarks, Spot } from "../../../core/remarks.ts";
import { task as declared } from "../files/tasks.ts";
import { seenEvidence } from "./evidence.ts";
import { type Seen, seenObject } from "../../../kit/document/keys-reader.ts";

/** @param name the file's name, for a task without an id */
export const taskOf = (seen: Seen<(typeof declared)["keys"]>, name: string | null) => {
  const id = seen.id ?? name ?? "";
  const { subject, success_criteria, evidence, blocked_by } = seen;
  return {
    ...seen,
    id,
    subject: subject === null || subject.trim() === "" ? `Task ${id}` : subject,
    success_criteria: success_criteria ?? [],
    evidence: evidence.map(seenEvidence),
    blocked_by: [...new Set(blocked_by ?? [])],
  };
};
export type SeenTask = ReturnType<typeof taskOf>;

/** Returns null if it isn't a task at all. */
export const seenTask = (
  node: JsonNode,
  spot: Spot,
  notes: Remarks,
  name: string,
): SeenTask | null => {
  const seen = seenObject(declared, node, spot, notes);
  return seen === null ? null : taskOf(seen, name);
};
