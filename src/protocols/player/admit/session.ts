// Edits of session-state.json: mostly derived values, few of them open to a hand edit.
import { joined } from "../../../kit/edits/admission.ts";
import {
  changed,
  changesIn,
  derived,
  derivedKey,
  extrasAsked,
  lacking,
  quietChanges,
  rejection,
  wrong,
} from "../../../kit/edits/edit-reading.ts";
import { type JsonNode, member } from "../../../core/json/json.ts";
import { ownOf } from "../../../core/json/own.ts";
import {
  finding,
  itemsOf,
  missing,
  type Part,
  partOf,
  wrongType,
} from "../../../kit/document/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { gate, work } from "../files/node-states.ts";
import { batch, session, stateFile } from "../files/session.ts";
import { isCheck, isDone, nodeIds, workIds, workNode } from "../nodes.ts";
import type { NodeId, State } from "../state.ts";
import { placeholders } from "../template/placeholders.ts";
import { checkpointAsked } from "./checkpoint.ts";
import { statusAsked } from "./status.ts";
import { asking, type EditRead } from "./values.ts";
import { workAsked } from "./work.ts";

const quietKeys = [
  "current_batch",
  "current_node",
  "last_checkpoint",
  "created_at",
  "updated_at",
  "completed_at",
] as const;
const fixedKeys = ["session_id", "template_id", "template_path", "template_name"] as const;

/** Finds a pending check whose arguments use this variable: changing it would change what the check runs. */
const checkWith = (state: State, name: string, facts: Facts): NodeId | undefined =>
  workIds(state).find((id) => {
    const template = workNode(state, id);
    if (template === null || isDone(state.nodes[id]) || !isCheck(template, facts)) return false;
    return placeholders(template.args).some(
      ({ asks }) => asks.is === "variable" && asks.name === name,
    );
  });

const contextAsked = (
  state: State,
  before: JsonNode | null,
  after: Part | null,
  root: Part,
  facts: Facts,
): EditRead => {
  if (after === null) return wrong(lacking(root, "context"));
  if (after.node.is !== "object") return wrong(wrongType(after, "an object"));
  const gone =
    before?.is === "object"
      ? before.members.find(({ key }) => member(after.node, key) === null)
      : undefined;
  return joined([
    ...(gone === undefined
      ? []
      : [wrong(missing(after, gone.key, "a value, or leave it as it stands"))]),
    ...after.node.members.map(({ key: name, value: node }): EditRead => {
      const part = changed(before, after, name);
      if (part === null) return {};
      if (node.is !== "string" && node.is !== "boolean")
        return wrong(wrongType(part, "a text, or true or false"));
      const check = checkWith(state, name, facts);
      if (check !== undefined)
        return rejection(
          part,
          "CHECK_GATED",
          `the check ${check} is run with ${name}, and a file has no author`,
          `a person: \`cairn send ${state.run} ChangeContext --name ${name} --value VALUE\``,
        );
      return asking(part.pointer, { type: "ChangeContext", data: { name, value: node.value } });
    }),
  ]);
};

const planAsked = (state: State, before: JsonNode | null, after: Part): EditRead => {
  const part = changed(before, after, "execution_plan");
  if (part === null) return {};
  const old = before === null ? null : member(before, "execution_plan");
  const items = itemsOf(part === after ? null : part);
  if (old?.is !== "array" || items.length !== old.items.length)
    return wrong(derivedKey(after, "execution_plan"));
  const moved = items.find((item, index) =>
    [...keysOf(batch)].some((key) => changed(old.items[index] ?? null, item, key) !== null),
  );
  if (moved !== undefined) return wrong(derived(moved, "execution_plan"));
  return joined(
    items.map((item, index) =>
      extrasAsked(state, stateFile, old.items[index] ?? null, item, keysOf(batch)),
    ),
  );
};

const nodesAsked = (state: State, before: JsonNode | null, root: Part, facts: Facts): EditRead => {
  const after = partOf(root, "node_states");
  if (after === null) return wrong(lacking(root, "node_states"));
  if (after.node.is !== "object") return wrong(wrongType(after, "an object"));
  const old = before === null ? null : member(before, "node_states");
  const ids = nodeIds(state);
  const unknown = after.node.members.filter(
    ({ key }) => !ids.includes(key) && changed(old, after, key) !== null,
  );
  const asks = ids.map((id): EditRead => {
    const was = old === null ? null : member(old, id);
    const part = changed(old, after, id);
    const node = ownOf(state.nodes, id);
    if (part === null || node === undefined) return {};
    if (part === after) return wrong(lacking(after, id));
    if (part.node.is !== "object") return wrong(wrongType(part, "an object"));
    const known = keysOf(node.is === "work" ? work : gate);
    return joined([
      node.is === "work"
        ? workAsked(state, { id, node, before: was, after: part }, facts)
        : checkpointAsked(state, { id, node, before: was, after: part }),
      extrasAsked(state, stateFile, was, part, known),
    ]);
  });
  return joined([
    ...asks,
    wrong(
      ...unknown.map(({ key }) =>
        finding(
          partOf(after, key) ?? after,
          "NODE_UNKNOWN",
          `${key.slice(0, 80)} is no node of this run`,
          ids.slice(0, 20).join(", "),
        ),
      ),
    ),
  ]);
};

/** @param before the file that the edit started from */
export const sessionAsked = (
  state: State,
  before: JsonNode,
  after: Part,
  facts: Facts,
): EditRead => {
  if (after.node.is !== "object") return { findings: [wrongType(after, "an object")] };
  return joined([
    ...changesIn(before, after, fixedKeys, (_, key) => wrong(derivedKey(after, key))),
    ...changesIn(before, after, ["context"], () =>
      contextAsked(state, member(before, "context"), partOf(after, "context"), after, facts),
    ),
    planAsked(state, before, after),
    ...changesIn(before, after, ["node_states"], () => nodesAsked(state, before, after, facts)),
    ...changesIn(before, after, ["status"], (part, key) =>
      part === after ? wrong(lacking(after, key)) : statusAsked(state, part),
    ),
    extrasAsked(state, stateFile, before, after, keysOf(session)),
    ...quietChanges(before, after, quietKeys),
  ]);
};
