// Reader of state.json with the place of each value, for `check` and adoption.
import { fieldsOf, type Fields } from "../../../core/fields.ts";
import { type JsonNode, pointTo } from "../../../core/json.ts";
import type { Doc, Remarks, Spot } from "../../../core/remarks.ts";
import { rootKeys, unitKeys } from "../files/schemas.ts";

const ordered = (spot: Spot, node: JsonNode, known: readonly string[], notes: Remarks): void => {
  const members = node.is === "object" ? node.members.filter(({ key }) => known.includes(key)) : [];
  const wrong = members.find(
    ({ key }, index) =>
      index > 0 && known.indexOf(key) < known.indexOf(members[index - 1]?.key ?? key),
  );
  if (wrong !== undefined)
    notes.warn(
      { ...spot, at: wrong.keyAt },
      "KEYS_DISORDERED",
      `${wrong.key} stands behind keys that it comes before`,
    );
};

/** Fields are null if the key is missing or its value is invalid, which adds a remark. */
const unitAt = (id: string, spot: Spot, node: JsonNode, notes: Remarks) => {
  const fields = fieldsOf(spot, node, notes);
  if (node.is !== "object") notes.error(spot, "TYPE_WRONG", `${id} must be an object`);
  ordered(spot, node, unitKeys, notes);
  return {
    id,
    spot,
    at: fields.at,
    status: fields.text("status", "may"),
    reason: fields.text("reason", "may"),
    used: fields.number("iterations_used", "may"),
    confirmations: fields.number("confirmations_used", "may"),
    verified: fields.truth("verification_passed", "may"),
    max: fields.number("max_iterations", "may"),
    completedAt: fields.time("completed_at", "may"),
    extras: fields.extras(),
  };
};
export type SeenUnit = ReturnType<typeof unitAt>;

/** Units by id; null if the key is missing. */
const unitsAt = (
  fields: Fields,
  key: "tasks" | "phases",
  notes: Remarks,
): readonly SeenUnit[] | null => {
  const found = fields.node(key, "may");
  if (found === null) return null;
  const { node, spot } = found;
  if (node.is !== "object") {
    notes.error(spot, "TYPE_WRONG", `${key} must be an object, a unit by each id`);
    return [];
  }
  return node.members.map(({ key: id, keyAt, value }) =>
    unitAt(id, { ...spot, pointer: pointTo(spot.pointer, id), at: keyAt }, value, notes),
  );
};

const commitsAt = (fields: Fields, notes: Remarks) =>
  fields.list("commits", "may")?.flatMap(({ node, spot }) => {
    if (node.is === "string") return [{ text: node.value, spot }];
    const form = 'a commit must be a text such as "abc1234: subject"';
    notes.error(spot, "COMMIT_MALFORMED", form);
    return [];
  }) ?? null;

export const seenState = (doc: Doc, notes: Remarks) => {
  const top: Spot = { doc, pointer: "", at: doc.root.at };
  const fields = fieldsOf(top, doc.root, notes);
  if (doc.root.is !== "object") notes.error(top, "TYPE_WRONG", "the state must be an object");
  ordered(top, doc.root, rootKeys, notes);
  const [tasks, phases] = [unitsAt(fields, "tasks", notes), unitsAt(fields, "phases", notes)];
  const [task, phase] = [fields.text("current_task", "may"), fields.text("current_phase", "may")];
  const current = task ?? phase;
  const units = [...(tasks ?? []), ...(phases ?? [])];
  const seen = {
    doc,
    at: fields.at,
    task: fields.text("task", "may"),
    slug: fields.text("slug", "may"),
    /** As written. */
    mode: fields.text("mode", "may"),
    domain: fields.text("domain", "may"),
    created: fields.time("created", "may"),
    updated: fields.time("updated", "may"),
    phase: fields.text("phase", "may"),
    current:
      current === null
        ? null
        : { unit: current, spot: fields.at(task === null ? "current_phase" : "current_task") },
    iteration: fields.number("current_iteration", "may"),
    /** Which of the two keys contain units. */
    holds: [
      ...(tasks === null ? [] : (["tasks"] as const)),
      ...(phases === null ? [] : (["phases"] as const)),
    ],
    units,
    commits: commitsAt(fields, notes),
  };
  const own = { pointer: "", entries: fields.extras() };
  const all = [
    own,
    ...units.map(({ spot: { pointer }, extras }) => ({ pointer, entries: extras })),
  ];
  /** Unknown keys by the object's pointer, as [key, JSON text]. */
  return { ...seen, extras: all.filter(({ entries }) => entries.length > 0) };
};
export type SeenState = ReturnType<typeof seenState>;
