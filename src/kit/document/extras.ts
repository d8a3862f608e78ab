// Unknown keys in edited files: which an edit added, changed or removed, object by object.
import type { JsonNode } from "../../core/json/json.ts";
import { isSame, meaning, type Part, sourceOf } from "./part.ts";

/** Unknown keys in the order found, as [key, JSON text]. */
export type Entries = readonly (readonly [string, string])[];

/** The unknown keys of an object; empty if it isn't one. */
export const unknownOf = (part: Part, known: ReadonlySet<string>): Entries =>
  part.node.is === "object"
    ? part.node.members
        .filter(({ key }) => !known.has(key))
        .map(({ key, value }) => [key, sourceOf({ ...part, node: value })] as const)
    : [];

/** Indexed, because an object may have very many unknown keys. */
const membersOf = (node: JsonNode | null): ReadonlyMap<string, JsonNode> =>
  new Map(node?.is === "object" ? node.members.map(({ key, value }) => [key, value]) : []);

const changedKeys = (
  before: JsonNode | null,
  after: Part,
  known: ReadonlySet<string>,
): ReadonlySet<string> => {
  const [then, there] = [membersOf(before), membersOf(after.node)];
  return new Set(
    [...then.keys(), ...there.keys()].filter((key) => {
      if (known.has(key)) return false;
      const was = then.get(key) ?? null;
      const now = there.get(key) ?? null;
      // For an unknown key, null and missing are different.
      return (was === null) !== (now === null) || meaning(was) !== meaning(now);
    }),
  );
};

/** An object's unknown keys to keep after an edit; null if the edit doesn't change them. `now`: those kept so far. */
export const extrasAfter = (
  now: Entries,
  before: JsonNode | null,
  after: Part,
  known: ReadonlySet<string>,
): [string, string][] | null => {
  if (before !== null && isSame(before, after)) return null;
  const changed = changedKeys(before, after, known);
  if (changed.size === 0) return null;
  const given = unknownOf(after, known).filter(([key]) => changed.has(key));
  const names = new Map(given);
  const stay = now.flatMap(([key, text]): Entries =>
    changed.has(key) ? (names.has(key) ? [[key, names.get(key) ?? text]] : []) : [[key, text]],
  );
  const had = new Set(now.map(([key]) => key));
  const more = given.filter(([key]) => !had.has(key));
  return [...stay, ...more].map(([key, text]): [string, string] => [key, text]);
};
