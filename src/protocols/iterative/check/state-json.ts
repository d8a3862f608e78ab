// Reader of state.json with the place of each value, for `check` and adoption.
import { asList } from "../../../kit/document/fields.ts";
import type { JsonNode } from "../../../core/json/json.ts";
import type { Doc, Remarks, Spot } from "../../../kit/document/remarks.ts";
import type { Declared, Keys } from "../../../kit/document/keys.ts";
import { type Seen, seenEntries, seenObject } from "../../../kit/document/keys-reader.ts";
import { run, unit } from "../files/state-file.ts";

/** What isn't an object is read as an empty one. */
const seen = <K extends Keys<never>>(
  declared: Declared<K>,
  node: JsonNode,
  spot: Spot,
  notes: Remarks,
): Seen<K> | null => {
  const known = Object.keys(declared.keys);
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
  return (
    seenObject(declared, node, spot, notes) ??
    seenObject(declared, { ...node, is: "object", members: [] }, spot, notes)
  );
};

type Root = Seen<(typeof run)["keys"]>;

const unitsIn = (root: Root, key: "tasks" | "phases", notes: Remarks) => {
  const otherwise = `${key} must be an object, a unit by each id`;
  const entries = root[key] === null ? null : seenEntries(root[key], otherwise, notes);
  return (entries ?? []).flatMap(({ key: id, keyAt, node, spot }) => {
    const declared = { ...unit, otherwise: `${id} must be an object` };
    const found = seen(declared, node, { ...spot, at: keyAt }, notes);
    return found === null ? [] : [{ ...found, id }];
  });
};
export type SeenUnit = ReturnType<typeof unitsIn>[number];

const commitsIn = ({ commits }: Root, notes: Remarks) =>
  (commits === null ? null : asList(notes, "commits", commits))?.flatMap(({ node, spot }) => {
    if (node.is === "string") return [{ text: node.value, spot }];
    const form = 'a commit must be a text such as "abc1234: subject"';
    notes.error(spot, "COMMIT_MALFORMED", form);
    return [];
  }) ?? null;

export const seenState = (doc: Doc, notes: Remarks) => {
  const root = seen(run, doc.root, { doc, pointer: "", at: doc.root.at }, notes);
  if (root === null) return null;
  const current = root.current_task ?? root.current_phase;
  const key = root.current_task === null ? "current_phase" : "current_task";
  const units = (["tasks", "phases"] as const).flatMap((one) => unitsIn(root, one, notes));
  return {
    ...root,
    path: doc.path,
    current: current === null ? null : { unit: current, spot: root.at(key) },
    /** Which of the two keys contain units. */
    holds: (["tasks", "phases"] as const).filter((one) => root[one] !== null),
    units,
    commits: commitsIn(root, notes),
    /** Unknown keys by the object's pointer, as [key, JSON text]. */
    extras: [root, ...units].flatMap(({ spot: { pointer }, extras }) =>
      extras.length === 0 ? [] : [{ pointer, entries: extras }],
    ),
  };
};
export type SeenState = NonNullable<ReturnType<typeof seenState>>;
