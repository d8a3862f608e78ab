// Edits of session-state.json: mostly derived values, few of them open to a hand edit.
import { extrasAfter } from "../../../core/extras.ts";
import { type JsonNode, member } from "../../../core/json.ts";
import { extrasAt } from "../../../core/unknown-keys.ts";
import { ownOf } from "../../../core/own.ts";
import { finding, itemsOf, missing, type Part, partOf, wrongType } from "../../../core/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import { stateFile } from "../files/session.ts";
import { batchKeys, gateKeys, rootKeys, workKeys } from "../files/schemas.ts";
import { isCheck, isDone, nodeIds, workIds, workNode } from "../nodes.ts";
import type { NodeId, State } from "../state.ts";
import { placeholders } from "../template/placeholders.ts";
import {
  all,
  type Asks,
  changed,
  derived,
  faulty,
  nothing,
  type EditRead,
  rejection,
} from "./asks.ts";
import { checkpointAsked } from "./checkpoint.ts";
import { statusAsked } from "./status.ts";
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

const extrasAsked = (
  state: State,
  pointer: string,
  before: JsonNode | null,
  after: Part,
  known: ReadonlySet<string>,
): Asks => {
  const now = extrasAt(state.extras, stateFile, pointer) ?? [];
  const value = extrasAfter(now, before, after, known);
  if (value === null) return nothing;
  return {
    ...nothing,
    read: {
      rest: [
        {
          command: { type: "KeepExtras", data: { file: stateFile, pointer, value } },
          at: after.pointer,
          by: null,
        },
      ],
    },
  };
};

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
): Asks => {
  if (after === null) return faulty(missing(root, "context", "leave it as it stands"));
  if (after.node.is !== "object") return faulty(wrongType(after, "an object"));
  const gone =
    before?.is === "object"
      ? before.members.find(({ key }) => member(after.node, key) === null)
      : undefined;
  return all([
    ...(gone === undefined
      ? []
      : [faulty(missing(after, gone.key, "a value, or leave it as it stands"))]),
    ...after.node.members.map(({ key: name, value: node }): Asks => {
      const part = changed(before, after, name);
      if (part === null) return nothing;
      if (node.is !== "string" && node.is !== "boolean")
        return faulty(wrongType(part, "a text, or true or false"));
      const check = checkWith(state, name, facts);
      if (check !== undefined)
        return rejection(
          part,
          "CHECK_GATED",
          `the check ${check} is run with ${name}, and a file has no author`,
          `a person: \`cairn send ${state.run} ChangeContext --name ${name} --value VALUE\``,
        );
      return {
        ...nothing,
        read: {
          rest: [
            {
              command: { type: "ChangeContext", data: { name, value: node.value } },
              at: part.pointer,
              by: null,
            },
          ],
        },
      };
    }),
  ]);
};

const planAsked = (state: State, before: JsonNode | null, after: Part): Asks => {
  const part = changed(before, after, "execution_plan");
  if (part === null) return nothing;
  const old = before === null ? null : member(before, "execution_plan");
  const items = itemsOf(part === after ? null : part);
  if (old?.is !== "array" || items.length !== old.items.length)
    return faulty(derived(part, "execution_plan", after));
  const moved = items.find((item, index) =>
    [...batchKeys].some((key) => changed(old.items[index] ?? null, item, key) !== null),
  );
  if (moved !== undefined) return faulty(derived(moved, "execution_plan", after));
  return all(
    items.map((item, index) =>
      extrasAsked(state, `/execution_plan/${index}`, old.items[index] ?? null, item, batchKeys),
    ),
  );
};

const nodesAsked = (state: State, before: JsonNode | null, root: Part, facts: Facts): Asks => {
  const after = partOf(root, "node_states");
  if (after === null) return faulty(missing(root, "node_states", "leave it as it stands"));
  if (after.node.is !== "object") return faulty(wrongType(after, "an object"));
  const old = before === null ? null : member(before, "node_states");
  const ids = nodeIds(state);
  const unknown = after.node.members.filter(
    ({ key }) => !ids.includes(key) && changed(old, after, key) !== null,
  );
  const asks = ids.map((id): Asks => {
    const was = old === null ? null : member(old, id);
    const part = changed(old, after, id);
    const node = ownOf(state.nodes, id);
    if (part === null || node === undefined) return nothing;
    if (part === after) return faulty(missing(after, id, "leave it as it stands"));
    if (part.node.is !== "object") return faulty(wrongType(part, "an object"));
    const known = node.is === "work" ? workKeys : gateKeys;
    return all([
      node.is === "work"
        ? workAsked(state, { id, node, before: was, after: part }, facts)
        : checkpointAsked(state, { id, node, before: was, after: part }),
      extrasAsked(state, part.pointer, was, part, known),
    ]);
  });
  return all([
    ...asks,
    faulty(
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
  const status = changed(before, after, "status");
  const asks = all([
    ...fixedKeys.map((key) => {
      const part = changed(before, after, key);
      return part === null ? nothing : faulty(derived(part, key, after));
    }),
    changed(before, after, "context") === null
      ? nothing
      : contextAsked(state, member(before, "context"), partOf(after, "context"), after, facts),
    planAsked(state, before, after),
    changed(before, after, "node_states") === null
      ? nothing
      : nodesAsked(state, before, after, facts),
    status === null
      ? nothing
      : status === after
        ? faulty(derived(status, "status", after))
        : statusAsked(state, status),
    extrasAsked(state, "", before, after, rootKeys),
    { ...nothing, quiet: quietKeys.flatMap((key) => changed(before, after, key) ?? []) },
  ]);
  const { read, noted, quiet } = asks;
  const asked = [...(read.rest ?? []), ...(read.findings ?? [])].length > 0;
  const [first] = quiet;
  // Values that the engine maintains can't be set; next to a valid edit, such changes are ignored.
  if (asked || noted || first === undefined) return read;
  return {
    findings: quiet.map((part) => derived(part, part.pointer.split("/").at(-1) ?? "it", after)),
  };
};
