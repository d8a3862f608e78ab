// Reader of session-state.json, including the dialects of other players.
import { asList, asText, asTexts, type Value } from "../../../kit/document/fields.ts";
import type { JsonNode } from "../../../core/json/json.ts";
import type { Doc, Remarks, Spot } from "../../../kit/document/remarks.ts";
import { seenEntries, seenObject } from "../../../kit/document/keys-reader.ts";
import { batch, session } from "../files/session.ts";
import type { Context, NodeId } from "../state.ts";
import { type Kinds, seenNodes, timeIn } from "./node.ts";

const plainText = (node: JsonNode, doc: Doc): string =>
  node.is === "null" ? "" : doc.text.slice(node.at, node.end);

/** Values that are neither strings nor booleans are read as their source text. */
export const contextIn = (key: string, found: Value | null, notes: Remarks): Context | null => {
  if (found === null) return null;
  const entries = seenEntries(found, `${key} must be an object; it is read as an empty one`, notes);
  return Object.fromEntries(
    (entries ?? []).map(({ key: name, node, spot }) => {
      if (node.is === "string" || node.is === "boolean") return [name, node.value];
      notes.error(
        spot,
        "TYPE_WRONG",
        `the value of ${name.slice(0, 80)} must be a text, or true or false; it is read as a text`,
      );
      return [name, plainText(node, spot.doc)];
    }),
  );
};

const batchOf = ({ node, spot }: Value, notes: Remarks) => {
  if (node.is === "string") return [{ nodes: [node.value], parallel: false, extras: [], spot }];
  const seen = seenObject(batch, node, spot, notes);
  if (seen === null) return [];
  const { parallel, extras } = seen;
  const nodes = seen.nodes ?? [];
  const isParallel = parallel?.node.is === "boolean" ? parallel.node.value : nodes.length > 1;
  return [{ nodes, parallel: isParallel, extras, spot }];
};

export type SeenBatch = ReturnType<typeof batchOf>[number];

/** null if the file has none. */
const planIn = (found: Value | null, notes: Remarks): readonly SeenBatch[] | null => {
  if (found === null) return null;
  if (found.node.is === "array")
    return (asList(notes, "execution_plan", found) ?? []).flatMap((one) => batchOf(one, notes));
  notes.error(found.spot, "TYPE_WRONG", "the plan must be a list of batches; it is made anew");
  return null;
};

const currentIn = (found: Value | null, notes: Remarks): readonly NodeId[] => {
  if (found === null) return [];
  if (found.node.is !== "array") return [asText(notes, "current_node", found) ?? []].flat();
  notes.warn(found.spot, "VALUE_ALIASED", "current_node that is a list is read as its first");
  return (asTexts(notes, "current_node", found) ?? []).slice(0, 1);
};

/** Returns null and adds a remark if it isn't an object. */
export const seenSession = (doc: Doc, notes: Remarks, kinds: Kinds) => {
  const spot: Spot = { doc, pointer: "", at: doc.root.at };
  if (doc.root.is !== "object") {
    notes.error(spot, "FILE_BROKEN", session.otherwise);
    return null;
  }
  const seen = seenObject(session, doc.root, spot, notes);
  if (seen === null) return null;
  return {
    id: seen.session_id,
    template: {
      id: seen.template_id ?? "",
      path: seen.template_path ?? "",
      name: seen.template_name ?? "",
    },
    status: seen.status,
    context: contextIn("context", seen.context, notes) ?? {},
    plan: planIn(seen.execution_plan, notes),
    current: currentIn(seen.current_node, notes),
    lastCheckpoint: seen.last_checkpoint,
    nodes: seenNodes(seen.node_states, notes, kinds),
    createdAt: timeIn(seen, "created_at", notes),
    updatedAt: timeIn(seen, "updated_at", notes),
    completedAt: timeIn(seen, "completed_at", notes),
    extras: seen.extras,
    at: seen.at,
  };
};
export type SeenSession = NonNullable<ReturnType<typeof seenSession>>;
