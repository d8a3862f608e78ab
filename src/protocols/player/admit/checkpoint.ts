// Edits of a checkpoint's entry: engine-derived values at most, as only a person opens a gate.
import type { JsonNode } from "../../../core/json/json.ts";
import { joined } from "../../../kit/edits/admission.ts";
import {
  changesIn,
  derived,
  lacking,
  noted,
  quietChanges,
  quietly,
  rejection,
  wrong,
} from "../../../kit/edits/edit-reading.ts";
import type { Part } from "../../../kit/document/part.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { checkpointNode, leadingBack, openCheckpoint } from "../nodes.ts";
import type { CheckpointState, NodeId, State } from "../state.ts";
import { type EditRead, statusOf } from "./values.ts";

export type CheckpointEdit = {
  readonly id: NodeId;
  readonly node: CheckpointState;
  readonly before: JsonNode | null;
  readonly after: Part;
};

const statusAsked = (state: State, { id, node }: CheckpointEdit, part: Part): EditRead => {
  const to = statusOf(part, id);
  if (isRefusal(to)) return wrong(to);
  if (to === node.status) return noted;
  if (node.status === "completed")
    return rejection(part, "NODE_COMPLETED", `${id} was passed`, leadingBack(state, id));
  const auto = checkpointNode(state, id)?.autoContinue === true;
  if (to === "completed" && auto) return noted;
  if (to === "completed" || to === "skipped" || to === "failed")
    return rejection(
      part,
      "CHECKPOINT_GATED",
      auto
        ? `${id} is passed by the engine in its turn, and by nobody else`
        : `${id} waits for a person, and a file has no author`,
      auto
        ? "leave it as it stands"
        : openCheckpoint(state) === id
          ? `a person: \`cairn decide ${state.run} ${id} continue\``
          : `\`cairn run ${state.run}\` plays what comes before it; then a person is asked`,
    );
  return rejection(
    part,
    "FIELD_DERIVED",
    `${id} is saved by the engine in its turn`,
    "leave it as it stands",
  );
};

export const checkpointAsked = (state: State, edit: CheckpointEdit): EditRead => {
  const { id, before, after } = edit;
  return joined([
    ...quietChanges(before, after, ["saved_at", "snapshot_path"]),
    ...changesIn(before, after, ["auto_continue"], (part, key): EditRead => {
      if (part === after) return wrong(lacking(after, key));
      const waits = checkpointNode(state, id)?.autoContinue ?? true;
      return part.node.is === "boolean" && part.node.value === waits
        ? quietly(derived(part, key))
        : rejection(
            part,
            "CHECKPOINT_GATED",
            `whether ${id} waits stands in the template`,
            "leave it as it stands",
          );
    }),
    ...changesIn(before, after, ["status"], (part, key) =>
      part === after ? wrong(lacking(after, key)) : statusAsked(state, edit, part),
    ),
  ]);
};
