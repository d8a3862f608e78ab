// Edits of a checkpoint's entry: engine-derived values at most, as only a person opens a gate.
import type { JsonNode } from "../../../core/json.ts";
import { finding, type Part } from "../../../core/part.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { checkpointNode, openCheckpoint } from "../nodes.ts";
import type { CheckpointState, NodeId, State } from "../state.ts";
import {
  all,
  type Asks,
  changed,
  derived,
  faulty,
  leadingBack,
  noted,
  nothing,
  rejection,
} from "./asks.ts";
import { statusOf } from "./values.ts";

export type CheckpointEdit = {
  readonly id: NodeId;
  readonly node: CheckpointState;
  readonly before: JsonNode | null;
  readonly after: Part;
};

const statusAsked = (state: State, { id, node }: CheckpointEdit, part: Part): Asks => {
  const to = statusOf(part, id);
  if (isRefusal(to)) return faulty(to);
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

export const checkpointAsked = (state: State, edit: CheckpointEdit): Asks => {
  const { id, before, after } = edit;
  const quiet = ["saved_at", "snapshot_path"].flatMap((key) => changed(before, after, key) ?? []);
  const auto = changed(before, after, "auto_continue");
  const same =
    auto?.node.is === "boolean" &&
    auto.node.value === (checkpointNode(state, id)?.autoContinue ?? true);
  const status = changed(before, after, "status");
  return all([
    { ...nothing, quiet: auto !== null && same ? [...quiet, auto] : quiet },
    auto === null || same
      ? nothing
      : faulty(
          auto === after
            ? derived(auto, "auto_continue", after)
            : finding(
                auto,
                "CHECKPOINT_GATED",
                `whether ${id} waits stands in the template`,
                "leave it as it stands",
              ),
        ),
    status === null
      ? nothing
      : status === after
        ? faulty(derived(status, "status", after))
        : statusAsked(state, edit, status),
  ]);
};
