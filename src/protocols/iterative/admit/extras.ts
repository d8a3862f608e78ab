// Unknown keys and blocks in edits: preserved object by object and block by block.
import { type Entries, extrasAfter } from "../../../core/extras.ts";
import type { JsonNode } from "../../../core/json.ts";
import { extrasAt } from "../../../core/unknown-keys.ts";
import type { Part } from "../../../core/part.ts";
import type { Path } from "../../../core/row.ts";
import { extrasOf, type Unknown } from "../markdown/document.ts";
import type { State } from "../state.ts";
import { all, type Asks, asking, nothing } from "./asks.ts";

const keptAt = ({ extras }: State, file: Path, pointer: string): Entries =>
  extrasAt(extras, file, pointer) ?? [];

const keeping = (file: Path, pointer: string, value: Entries): Asks =>
  asking(pointer, {
    type: "KeepExtras",
    data: { file, pointer, value: value.map(([key, text]): [string, string] => [key, text]) },
  });

/** Unknown keys of one object. */
export const extrasAsked = (
  state: State,
  file: Path,
  pointer: string,
  before: JsonNode | null,
  after: Part,
  known: ReadonlySet<string>,
): Asks => {
  const value = extrasAfter(keptAt(state, file, pointer), before, after, known);
  return value === null ? nothing : keeping(file, pointer, value);
};

const isSame = (a: Entries, b: Entries): boolean => JSON.stringify(a) === JSON.stringify(b);
const has = (list: Entries, [kind, text]: readonly [string, string]): boolean =>
  list.some((one) => one[0] === kind && one[1] === text);

/** Unknown blocks of a document, each after its anchor: removes and adds what the edit removed and added. */
export const blocksAsked = (
  state: State,
  file: Path,
  before: readonly Unknown[],
  after: readonly Unknown[],
): Asks => {
  const then = new Map(extrasOf(before).map(({ pointer, entries }) => [pointer, entries]));
  const there = new Map(extrasOf(after).map(({ pointer, entries }) => [pointer, entries]));
  return all(
    [...new Set([...then.keys(), ...there.keys()])].map((pointer) => {
      const was = then.get(pointer) ?? [];
      const now = there.get(pointer) ?? [];
      if (isSame(was, now)) return nothing;
      const kept = keptAt(state, file, pointer);
      if (isSame(was, kept)) return keeping(file, pointer, now);
      const stay = kept.filter((one) => !has(was, one) || has(now, one));
      return keeping(file, pointer, [
        ...stay,
        ...now.filter((one) => !has(was, one) && !has(stay, one)),
      ]);
    }),
  );
};
