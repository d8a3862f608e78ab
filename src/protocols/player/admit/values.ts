// Typed readers of values in an edit: the wrong type is refused with its place.
import type { Reading } from "../../../kit/edits/admission.ts";
import { ordersFor } from "../../../kit/edits/edit-reading.ts";
import { finding, itemsOf, type Part, partOf, wrongType } from "../../../kit/document/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { nodeWord, nodeStatus } from "../files/words.ts";
import type { PlayerCommand } from "../commands.ts";
import type { NodeStatus, State } from "../state.ts";

export type EditRead = Partial<Reading<State, PlayerCommand>>;
export const { asking } = ordersFor<PlayerCommand>();

/** Returns null if the key is missing or its value is null. */
export const textOrNull = (after: Part, key: string): string | null | Refusal => {
  const part = partOf(after, key);
  if (part === null || part.node.is === "null") return null;
  return part.node.is === "string" ? part.node.value : wrongType(part, "a text or null");
};

/** Reads a list of texts; a single text counts as a list of one. */
export const textsOrNull = (after: Part, key: string): readonly string[] | null | Refusal => {
  const part = partOf(after, key);
  if (part === null || part.node.is === "null") return null;
  if (part.node.is === "string") return [part.node.value];
  const wrong =
    part.node.is === "array" ? itemsOf(part).find(({ node }) => node.is !== "string") : part;
  if (wrong !== undefined) return wrongType(wrong, wrong === part ? "a list of texts" : "a text");
  return itemsOf(part).flatMap(({ node }) => (node.is === "string" ? [node.value] : []));
};

export const statusOf = (part: Part, id: string): NodeStatus | Refusal => {
  const word = part.node.is === "string" ? nodeWord(part.node.value) : null;
  return (
    word ??
    finding(
      part,
      "STATUS_UNKNOWN",
      `the status of ${id} is none that a node has`,
      nodeStatus.words.join(", "),
    )
  );
};
