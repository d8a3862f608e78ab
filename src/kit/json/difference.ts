// Comparison of documents by value: canonical text and pairing of list entries.
import type { JsonNode } from "../../core/json/json.ts";

/** A text that is equal for exactly the documents with equal meaning. */
export const canonical = (node: JsonNode): string => {
  if (node.is === "array") return `[${node.items.map(canonical).join(",")}]`;
  if (node.is === "object") {
    const sorted = node.members.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return `{${sorted.map(({ key, value }) => `${JSON.stringify(key)}:${canonical(value)}`).join(",")}}`;
  }
  // Not JSON.stringify, which would turn unrepresentable numbers into null, a different value.
  if (node.is === "number") return String(node.value);
  return node.is === "null" ? "null" : JSON.stringify(node.value);
};

/** Corresponding entries of two lists, by index. */
export type Paired = {
  readonly kept: readonly (readonly [before: number, after: number])[];
  /** Replaced by another entry at the same position. */
  readonly changed: readonly (readonly [before: number, after: number])[];
  readonly added: readonly number[];
  readonly gone: readonly number[];
  /** The first entry of the new list that was moved; null if the order is unchanged. */
  readonly moved: number | null;
};

const counts = (keys: readonly string[]): Map<string, number> => {
  const found = new Map<string, number>();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return found;
};

/** Matches entries by their keys, which may repeat. Visits each list once. */
export const pairLists = (before: readonly string[], after: readonly string[]): Paired => {
  const kept: (readonly [number, number])[] = [];
  const changed: (readonly [number, number])[] = [];
  const added: number[] = [];
  const gone: number[] = [];
  const left = { before: counts(before), after: counts(after) };
  /** Entries passed on one side as moved: their counterpart follows later and is skipped. */
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
