// Why: keys that this program doesn't know are somebody's own: what an edit does to them is kept, object by object.
import { pointTo } from "../../../core/json.ts";
import type { JsonNode } from "../../../core/json.ts";
import type { Path } from "../../../core/row.ts";
import type { Extras, State } from "../state.ts";
import { isSame, meaning, sourceOf } from "./part.ts";
import type { Ask, Part, Read } from "./part.ts";

type Entries = readonly [string, string][];

/** The unknown keys of an object, as [key, JSON text]; none where it is no object. */
export const unknownOf = (part: Part, known: ReadonlySet<string>): Entries =>
  part.node.is === "object"
    ? part.node.members
        .filter(({ key }) => !known.has(key))
        .map(({ key, value }) => [key, sourceOf({ doc: part.doc, pointer: pointTo(part.pointer, key), node: value })])
    : [];

const keep = (file: Path, pointer: string, value: Entries, after: Part): Ask => ({
  command: { type: "KeepExtras", data: { file, pointer, value } },
  at: after.pointer,
  by: null,
});

/** Those of an object that wasn't there before. */
export const newExtras = (file: Path, pointer: string, after: Part, known: ReadonlySet<string>): readonly Ask[] => {
  const value = unknownOf(after, known);
  return value.length === 0 ? [] : [keep(file, pointer, value, after)];
};

/** By key: an object may have as many unknown keys as a file holds. */
const membersOf = (node: JsonNode | null): ReadonlyMap<string, JsonNode> =>
  new Map(node?.is === "object" ? node.members.map(({ key, value }) => [key, value]) : []);

const changedKeys = (before: JsonNode | null, after: Part, known: ReadonlySet<string>): ReadonlySet<string> => {
  const [then, there] = [membersOf(before), membersOf(after.node)];
  return new Set(
    [...then.keys(), ...there.keys()].filter((key) => {
      if (known.has(key)) return false;
      const was = then.get(key) ?? null;
      const now = there.get(key) ?? null;
      // A key that is null and one that isn't there are two things where nobody knows what they mean.
      return (was === null) !== (now === null) || meaning(was) !== meaning(now);
    }),
  );
};

/** `kept`: where the object's unknown keys are kept; `own`: what it shows where none are kept. */
export const extrasAsked = (
  state: State,
  kept: { readonly file: Path; readonly pointer: string; readonly own?: Extras["entries"] },
  before: JsonNode | null,
  after: Part,
  known: ReadonlySet<string>,
): Read => {
  if (before !== null && isSame(before, after)) return {};
  const changed = changedKeys(before, after, known);
  if (changed.size === 0) return {};
  const { file, pointer, own = [] } = kept;
  const now = state.extras.find((one) => one.file === file && one.pointer === pointer)?.entries ?? own;
  const given = unknownOf(after, known).filter(([key]) => changed.has(key));
  const names = new Map(given);
  const stay = now.flatMap(([key, text]): Entries =>
    changed.has(key) ? (names.has(key) ? [[key, names.get(key) ?? text]] : []) : [[key, text]],
  );
  const had = new Set(now.map(([key]) => key));
  const more = given.filter(([key]) => !had.has(key));
  return { rest: [keep(file, pointer, [...stay, ...more], after)] };
};
