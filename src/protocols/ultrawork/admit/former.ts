// Why: an editor may have read its copy some projections ago; what it changed is told from the copy that it can have been made from.
import { canonical } from "../../../core/difference.ts";
import { readJson } from "../../../core/json.ts";
import type { JsonNode } from "../../../core/json.ts";
import { isRefusal } from "../../../core/refusal.ts";

const walk = (node: JsonNode, at: string, found: Set<string>): void => {
  if (node.is === "array") {
    for (const item of node.items) {
      if (item.is === "object") found.add(`${at} ${canonical(item)}`);
      walk(item, at, found);
    }
  }
  if (node.is !== "object") return;
  for (const { key, value } of node.members) {
    if (key.endsWith("_at") && value.is === "string") found.add(`${at}/${key} ${value.value}`);
    walk(value, `${at}/${key}`, found);
  }
};

/** Entries and times, which nobody but the engine writes twice alike. */
const signsOf = (node: JsonNode): ReadonlySet<string> => {
  const found = new Set<string>();
  walk(node, "", found);
  return found;
};

export type Former = { readonly text: string; readonly root: JsonNode };

/** null: it is no sound JSON, so nothing was made from it. */
export const formerOf = (text: string | null): Former | null => {
  if (text === null) return null;
  const root = readJson(text);
  return isRefusal(root) ? null : { text, root };
};

/** It holds what came into the file only after `base`, so it was made from a later copy. */
export const isLater = (edited: JsonNode, base: JsonNode, newer: readonly JsonNode[]): boolean => {
  const old = signsOf(base);
  const now = signsOf(edited);
  return newer.some((one) => [...signsOf(one)].some((sign) => now.has(sign) && !old.has(sign)));
};
