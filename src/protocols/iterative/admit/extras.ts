// Unknown blocks in edits of Markdown documents, preserved block by block.
import { joined } from "../../../kit/edits/admission.ts";
import type { Entries } from "../../../kit/document/extras.ts";
import { extrasAt } from "../../../kit/document/unknown-keys.ts";
import type { Path } from "../../../core/row.ts";
import { extrasOf, type Unknown } from "../markdown/document.ts";
import type { State } from "../state.ts";
import { asking, type EditRead } from "./page.ts";

const keptAt = ({ extras }: State, file: Path, pointer: string): Entries =>
  extrasAt(extras, file, pointer) ?? [];

const keeping = (file: Path, pointer: string, value: Entries): EditRead =>
  asking(pointer, { type: "KeepExtras", data: { file, pointer, value } });

const isSame = (a: Entries, b: Entries): boolean => JSON.stringify(a) === JSON.stringify(b);
const has = (list: Entries, [kind, text]: readonly [string, string]): boolean =>
  list.some((one) => one[0] === kind && one[1] === text);

/** Unknown blocks of a document, each after its anchor: removes and adds what the edit removed and added. */
export const blocksAsked = (
  state: State,
  file: Path,
  before: readonly Unknown[],
  after: readonly Unknown[],
): EditRead => {
  const then = new Map(extrasOf(before).map(({ pointer, entries }) => [pointer, entries]));
  const there = new Map(extrasOf(after).map(({ pointer, entries }) => [pointer, entries]));
  return joined(
    [...new Set([...then.keys(), ...there.keys()])].map((pointer) => {
      const was = then.get(pointer) ?? [];
      const now = there.get(pointer) ?? [];
      if (isSame(was, now)) return {};
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
