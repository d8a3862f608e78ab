// Common input of all template rules: one reading, one graph, places of findings.
import { member, pointTo } from "../../../../core/json/json.ts";
import type { Graph } from "../graph.ts";
import { type Spot, type Value, valueSpot } from "../notes.ts";
import type { Document } from "../read/document.ts";
import type { Earlier } from "./earlier.ts";

export type Subject = Document & {
  readonly graph: Graph;
  /** null if there is no order, or the template is too large to compute it. */
  readonly earlier: Earlier | null;
};

/** Position of the value at a key, else of the object. */
export const spotIn = (value: Value | undefined, key: string): Spot => {
  if (value === undefined) return { pointer: "", at: 0 };
  const node = member(value.node, key);
  return node === null ? valueSpot(value) : { pointer: pointTo(value.pointer, key), at: node.at };
};

/** Position of the text at a key; null if there is none, which was noted when reading. */
export const textSpot = (
  value: Value | undefined,
  key: string,
): (Spot & { readonly end: number }) | null => {
  const node = value === undefined ? null : member(value.node, key);
  return value === undefined || node?.is !== "string"
    ? null
    : { pointer: pointTo(value.pointer, key), at: node.at, end: node.end };
};
