// Reader of state.json with the place of each value, for `check` and adoption.
import { type Extra, fieldsOf, type Fields } from "../../../core/fields.ts";
import type { JsonNode } from "../../../core/json.ts";
import type { Doc, Remarks, Spot } from "../../../core/remarks.ts";
import { rootKeys, unitKeys } from "../files/words.ts";

/** Fields are null if the key is missing or its value is invalid, which adds a remark. */
export type SeenUnit = {
  readonly id: string;
  readonly spot: Spot;
  at(key: string): Spot;
  readonly status: string | null;
  readonly reason: string | null;
  readonly used: number | null;
  readonly confirmations: number | null;
  readonly verified: boolean | null;
  readonly max: number | null;
  readonly completedAt: string | null;
};
export type SeenState = {
  readonly doc: Doc;
  at(key: string): Spot;
  readonly task: string | null;
  readonly slug: string | null;
  /** As written. */
  readonly mode: string | null;
  readonly domain: string | null;
  readonly created: string | null;
  readonly updated: string | null;
  readonly phase: string | null;
  /** current_task, else current_phase. */
  readonly current: { readonly unit: string; readonly spot: Spot } | null;
  readonly iteration: number | null;
  /** Which of the two keys contain units. */
  readonly holds: readonly ("tasks" | "phases")[];
  readonly units: readonly SeenUnit[];
  readonly commits: readonly { readonly text: string; readonly spot: Spot }[] | null;
  /** Unknown keys by the object's pointer, as [key, JSON text]. */
  readonly extras: readonly { readonly pointer: string; readonly entries: readonly Extra[] }[];
};

const ordered = (spot: Spot, node: JsonNode, known: readonly string[], notes: Remarks): void => {
  const members = node.is === "object" ? node.members.filter(({ key }) => known.includes(key)) : [];
  const wrong = members.find(
    ({ key }, index) =>
      index > 0 && known.indexOf(key) < known.indexOf(members[index - 1]?.key ?? key),
  );
  if (wrong !== undefined)
    notes.add(
      { ...spot, at: wrong.keyAt },
      "warning",
      "KEYS_DISORDERED",
      `${wrong.key} stands behind keys that it comes before`,
    );
};

const unitAt = (
  id: string,
  spot: Spot,
  node: JsonNode,
  notes: Remarks,
): readonly [SeenUnit, readonly Extra[]] => {
  const fields = fieldsOf(spot, node, notes);
  if (node.is !== "object") notes.add(spot, "error", "TYPE_WRONG", `${id} must be an object`);
  ordered(spot, node, unitKeys, notes);
  const unit: SeenUnit = {
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
  };
  return [unit, fields.extras()];
};

type Units = Pick<SeenState, "units" | "extras">;

const unitsAt = (fields: Fields, key: "tasks" | "phases", notes: Remarks): Units | null => {
  const found = fields.node(key, "may");
  if (found === null) return null;
  const { node, spot } = found;
  if (node.is !== "object") {
    notes.add(spot, "error", "TYPE_WRONG", `${key} must be an object, a unit by each id`);
    return { units: [], extras: [] };
  }
  const seen = node.members.map(({ key: id, keyAt, value }) => {
    const pointer = `${spot.pointer}/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const [unit, extras] = unitAt(id, { ...spot, pointer, at: keyAt }, value, notes);
    return { unit, pointer, extras };
  });
  return {
    units: seen.map(({ unit }) => unit),
    extras: seen.flatMap(({ pointer, extras }) =>
      extras.length === 0 ? [] : [{ pointer, entries: extras }],
    ),
  };
};

export const seenState = (doc: Doc, notes: Remarks): SeenState => {
  const top: Spot = { doc, pointer: "", at: doc.root.at };
  const fields = fieldsOf(top, doc.root, notes);
  if (doc.root.is !== "object")
    notes.add(top, "error", "TYPE_WRONG", "the state must be an object");
  ordered(top, doc.root, rootKeys, notes);
  const tasks = unitsAt(fields, "tasks", notes);
  const phases = unitsAt(fields, "phases", notes);
  const task = fields.text("current_task", "may");
  const phase = fields.text("current_phase", "may");
  const seen: Omit<SeenState, "extras"> = {
    doc,
    at: fields.at,
    task: fields.text("task", "may"),
    slug: fields.text("slug", "may"),
    mode: fields.text("mode", "may"),
    domain: fields.text("domain", "may"),
    created: fields.time("created", "may"),
    updated: fields.time("updated", "may"),
    phase: fields.text("phase", "may"),
    current:
      task !== null
        ? { unit: task, spot: fields.at("current_task") }
        : phase === null
          ? null
          : { unit: phase, spot: fields.at("current_phase") },
    iteration: fields.number("current_iteration", "may"),
    holds: [
      ...(tasks === null ? [] : (["tasks"] as const)),
      ...(phases === null ? [] : (["phases"] as const)),
    ],
    units: [...(tasks?.units ?? []), ...(phases?.units ?? [])],
    commits:
      fields.list("commits", "may")?.flatMap(({ node, spot }) => {
        if (node.is === "string") return [{ text: node.value, spot }];
        notes.add(
          spot,
          "error",
          "COMMIT_MALFORMED",
          'a commit must be a text such as "abc1234: subject"',
        );
        return [];
      }) ?? null,
  };
  const own = fields.extras();
  return {
    ...seen,
    extras: [
      ...(own.length === 0 ? [] : [{ pointer: "", entries: own }]),
      ...(tasks?.extras ?? []),
      ...(phases?.extras ?? []),
    ],
  };
};
