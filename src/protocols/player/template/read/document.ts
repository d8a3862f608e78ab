// Reader of a whole template: data and shape errors in one pass.
import type { JsonNode } from "../../../../core/json/json.ts";
import { type Notes, type Value } from "../notes.ts";
import { middleOf } from "../slug.ts";
import { type Edge, isWork, type Template } from "../template.ts";
import { readContext } from "./context.ts";
import { readNode } from "./nodes.ts";
import {
  child,
  keyNotes,
  listOf,
  openObject,
  type Opened,
  spottedTexts,
  textOf,
  textsOf,
} from "./object.ts";

/** The template, and the source values that the rules refer to, in the same order. */
export type Document = {
  readonly root: Opened;
  readonly template: Template;
  readonly nodes: readonly Value[];
  readonly edges: readonly Value[];
  /** As listed; null if not listed: then derived from the nodes. */
  readonly checkpoints: readonly (Value & { readonly text: string })[] | null;
};

const rootKeys = [
  ..."template_id name description version created_at source_session tags context_schema nodes edges".split(
    " ",
  ),
  ..."checkpoints atomic_groups execution_mode metadata".split(" "),
];

const readEdge = (value: Value, notes: Notes): Edge => {
  const opened = openObject(value, "An edge", notes);
  if (opened === null) return { from: "", to: "" };
  keyNotes(opened, ["from", "to"], [], "an edge");
  return {
    from: textOf(opened, "from", { must: true }) ?? "",
    to: textOf(opened, "to", { must: true }) ?? "",
  };
};

const readGroup = (value: Value, notes: Notes): Template["atomicGroups"] => {
  const opened = openObject(value, "An atomic group", notes);
  if (opened === null) return [];
  keyNotes(opened, ["name", "nodes", "description"], [], "an atomic group");
  return [
    {
      name: textOf(opened, "name") ?? "",
      nodes: textsOf(opened, "nodes"),
      description: textOf(opened, "description") ?? "",
    },
  ];
};

const durationOf = (root: Opened, notes: Notes): string | null => {
  const value = child(root, "metadata");
  const opened = value === null ? null : openObject(value, '"metadata"', notes);
  if (opened === null) return null;
  keyNotes(opened, ["node_count", "checkpoint_count", "estimated_duration"], [], "metadata");
  return textOf(opened, "estimated_duration", { orNull: true });
};

/** Returns null if it isn't an object. Invalid parts are noted and read as missing. */
export const readDocument = (node: JsonNode, notes: Notes): Document | null => {
  const root = openObject({ pointer: "", node }, "A template", notes);
  if (root === null) return null;
  keyNotes(root, rootKeys, [], "a template");
  const id = textOf(root, "template_id", { must: true }) ?? "";
  const schema = child(root, "context_schema");
  if (schema === null) textOf(root, "context_schema", { must: true });
  const nodeValues = listOf(root, "nodes", true) ?? [];
  const edgeValues = listOf(root, "edges", true) ?? [];
  const nodes = nodeValues.map((value) => readNode(value, notes));
  const gates = nodes.flatMap((one) => (isWork(one) || one.id === "" ? [] : [one.id]));
  const checkpoints =
    child(root, "checkpoints") === null ? null : spottedTexts(root, "checkpoints");
  const template: Template = {
    id,
    name: textOf(root, "name") ?? middleOf(id) ?? id,
    description: textOf(root, "description") ?? "",
    version: "1.0",
    createdAt: textOf(root, "created_at", { orNull: true }),
    sourceSession: textOf(root, "source_session", { orNull: true }),
    tags: textsOf(root, "tags"),
    context: schema === null ? [] : readContext(schema, notes),
    nodes,
    edges: edgeValues.map((value) => readEdge(value, notes)),
    checkpoints: checkpoints?.map(({ text }) => text) ?? gates,
    atomicGroups: (listOf(root, "atomic_groups") ?? []).flatMap((value) => readGroup(value, notes)),
    metadata: {
      nodeCount: nodes.filter(isWork).length,
      checkpointCount: gates.length,
      estimatedDuration: durationOf(root, notes),
    },
  };
  return { root, template, nodes: nodeValues, edges: edgeValues, checkpoints };
};
