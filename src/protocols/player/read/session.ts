// Reader of session-state.json key by key, including the dialects of other players.
import { asList, type Fields, fieldsOf } from "../../../core/fields.ts";
import type { JsonNode } from "../../../core/json.ts";
import type { Doc, Remarks, Spot } from "../../../core/remarks.ts";
import { runWord, runWords, type RunWord, sessionAliases } from "../files/words.ts";
import type { Context, NodeId } from "../state.ts";
import { type Kinds, seenNodes, timeAt } from "./node.ts";

const plainText = (node: JsonNode, doc: Doc): string =>
  node.is === "null" ? "" : doc.text.slice(node.at, node.end);

/** Values that are neither strings nor booleans are read as their source text. */
export const contextAt = (
  fields: Fields,
  key: string,
  need: "must" | "may",
  notes: Remarks,
): Context | null => {
  const found = fields.node(key, need);
  if (found === null) return null;
  const { node, spot } = found;
  if (node.is !== "object") {
    notes.error(spot, "TYPE_WRONG", `${key} must be an object; it is read as an empty one`);
    return {};
  }
  return Object.fromEntries(
    node.members.map(({ key: name, value }) => {
      if (value.is === "string" || value.is === "boolean") return [name, value.value];
      const at = {
        doc: spot.doc,
        pointer: `${spot.pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
        at: value.at,
      };
      notes.error(
        at,
        "TYPE_WRONG",
        `the value of ${name.slice(0, 80)} must be a text, or true or false; it is read as a text`,
      );
      return [name, plainText(value, spot.doc)];
    }),
  );
};

const batchOf = (node: JsonNode, spot: Spot, notes: Remarks) => {
  if (node.is === "string") return [{ nodes: [node.value], parallel: false, extras: [], spot }];
  if (node.is !== "object") {
    notes.error(
      spot,
      "TYPE_WRONG",
      "a batch must be an object {batch, nodes, parallel}; it is left out",
    );
    return [];
  }
  const fields = fieldsOf(spot, node, notes);
  fields.number("batch", "may");
  const nodes = fields.texts("nodes", "must") ?? [];
  const parallel = fields.node("parallel", "may");
  return [
    {
      nodes,
      parallel: parallel?.node.is === "boolean" ? parallel.node.value : nodes.length > 1,
      extras: fields.extras(),
      spot,
    },
  ];
};

export type SeenBatch = ReturnType<typeof batchOf>[number];

/** null if the file has none. */
const planAt = (fields: Fields, notes: Remarks): readonly SeenBatch[] | null => {
  const found = fields.node("execution_plan", "must");
  if (found === null) return null;
  if (found.node.is === "array")
    return (asList(notes, "execution_plan", found) ?? []).flatMap(({ node, spot }) =>
      batchOf(node, spot, notes),
    );
  notes.error(found.spot, "TYPE_WRONG", "the plan must be a list of batches; it is made anew");
  return null;
};

const currentAt = (fields: Fields, notes: Remarks): readonly NodeId[] => {
  const found = fields.node("current_node", "may");
  if (found === null) return [];
  if (found.node.is !== "array") {
    const text = fields.text("current_node", "may");
    return text === null ? [] : [text];
  }
  notes.warn(found.spot, "VALUE_ALIASED", "current_node that is a list is read as its first");
  return (fields.texts("current_node", "may") ?? []).slice(0, 1);
};

const statusAt = (fields: Fields, notes: Remarks): RunWord | null => {
  const text = fields.text("status", "must");
  if (text === null) return null;
  const word = runWord(text);
  if (word === null)
    notes.error(
      fields.at("status"),
      "VALUE_UNKNOWN",
      `${JSON.stringify(text.slice(0, 80))} is no status of a run (${runWords.join(", ")}); it is read as paused`,
    );
  else if (text !== word)
    notes.warn(fields.at("status"), "VALUE_ALIASED", `status ${text} is read as ${word}`);
  return word;
};

/** Returns null and adds a remark if it isn't an object. */
export const seenSession = (doc: Doc, notes: Remarks, kinds: Kinds) => {
  const spot: Spot = { doc, pointer: "", at: doc.root.at };
  if (doc.root.is !== "object") {
    notes.error(spot, "FILE_BROKEN", "session-state.json must hold an object");
    return null;
  }
  const fields = fieldsOf(spot, doc.root, notes, sessionAliases);
  const id = fields.text("session_id", "must");
  const template = {
    id: fields.text("template_id", "must") ?? "",
    path: fields.text("template_path", "must") ?? "",
    name: fields.text("template_name", "must") ?? "",
  };
  const status = statusAt(fields, notes);
  const context = contextAt(fields, "context", "must", notes) ?? {};
  const plan = planAt(fields, notes);
  fields.node("current_batch", "may");
  const current = currentAt(fields, notes);
  return {
    id,
    template,
    status,
    context,
    plan,
    current,
    lastCheckpoint: fields.text("last_checkpoint", "may"),
    nodes: seenNodes(fields.node("node_states", "must"), notes, kinds),
    createdAt: timeAt(fields, "created_at", "must", notes),
    updatedAt: timeAt(fields, "updated_at", "may", notes),
    completedAt: timeAt(fields, "completed_at", "may", notes),
    extras: fields.extras(),
    at: fields.at,
  };
};
export type SeenSession = NonNullable<ReturnType<typeof seenSession>>;
