// Comparison of documents by value: canonical text and pairing of list entries.
import type { JsonNode } from "./json.ts";

/** One text for all documents of one meaning, and another for any other meaning. */
export const canonical = (node: JsonNode): string => {
  if (node.is === "array") return `[${node.items.map(canonical).join(",")}]`;
  if (node.is === "object") {
    const sorted = node.members.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return `{${sorted.map(({ key, value }) => `${JSON.stringify(key)}:${canonical(value)}`).join(",")}}`;
  }
  // Not as JSON: what no number holds would become null, which is another value.
  if (node.is === "number") return String(node.value);
  return node.is === "null" ? "null" : JSON.stringify(node.value);
};

/** Which entries of two lists belong together, by index. */
export type Paired = {
  readonly kept: readonly (readonly [before: number, after: number])[];
  /** Another one stands in its place. */
  readonly changed: readonly (readonly [before: number, after: number])[];
  readonly added: readonly number[];
  readonly gone: readonly number[];
  /** The first entry (of those after) that stands elsewhere than before; null: the order is the old one. */
  readonly moved: number | null;
};

const counts = (keys: readonly string[]): Map<string, number> => {
  const found = new Map<string, number>();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return found;
};

/** Entries are told by their keys, which need not be unique. Walks each list once. */
export const pairLists = (before: readonly string[], after: readonly string[]): Paired => {
  const kept: (readonly [number, number])[] = [];
  const changed: (readonly [number, number])[] = [];
  const added: number[] = [];
  const gone: number[] = [];
  const left = { before: counts(before), after: counts(after) };
  /** Entries of which one side was passed as moved: the other side comes later and says nothing new. */
  const passed = { before: new Map<string, number>(), after: new Map<string, number>() };
  const count = (map: Map<string, number>, key: string, by: number): void =>
    void map.set(key, (map.get(key) ?? 0) + by);
  const isPassed = (side: "before" | "after", key: string | undefined): key is string =>
    key !== undefined && (passed[side].get(key) ?? 0) > 0;
  let moved: number | null = null;
  let at = 0;
  let to = 0;
  for (;;) {
    const old = before[at];
    const now = after[to];
    if (old === undefined && now === undefined) return { kept, changed, added, gone, moved };
    if (isPassed("after", old)) {
      count(passed.after, old, -1);
      count(left.before, old, -1);
      at += 1;
      continue;
    }
    if (isPassed("before", now)) {
      count(passed.before, now, -1);
      count(left.after, now, -1);
      to += 1;
      continue;
    }
    const oldComes = old !== undefined && (left.after.get(old) ?? 0) > 0;
    const nowStood = now !== undefined && (left.before.get(now) ?? 0) > 0;
    const same = old === now;
    const takesOld = old !== undefined && (same || now === undefined || !oldComes || nowStood);
    const takesNow = now !== undefined && (same || old === undefined || !nowStood || oldComes);
    if (same) kept.push([at, to]);
    else if (takesOld && takesNow && oldComes) {
      moved ??= to;
      count(passed.before, old, 1);
      count(passed.after, now, 1);
    } else if (takesOld && takesNow) changed.push([at, to]);
    else if (takesOld) gone.push(at);
    else added.push(to);
    if (takesOld) {
      count(left.before, old, -1);
      at += 1;
    }
    if (takesNow) {
      count(left.after, now, -1);
      to += 1;
    }
  }
};
