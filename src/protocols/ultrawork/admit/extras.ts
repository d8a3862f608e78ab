// Edits of unknown keys in ultrawork files, preserved object by object.
import { type Entries, extrasAfter, unknownOf } from "../../../core/extras.ts";
import type { JsonNode } from "../../../core/json.ts";
import { extrasAt } from "../../../core/unknown-keys.ts";
import type { Part } from "../../../core/part.ts";
import type { Path } from "../../../core/row.ts";
import type { State } from "../state.ts";
import type { Ask, EditRead } from "./part.ts";

const keep = (file: Path, pointer: string, value: Entries, after: Part): Ask => ({
  command: { type: "KeepExtras", data: { file, pointer, value } },
  at: after.pointer,
  by: null,
});

/** Unknown keys of a new object. */
export const newExtras = (
  file: Path,
  pointer: string,
  after: Part,
  known: ReadonlySet<string>,
): readonly Ask[] => {
  const value = unknownOf(after, known);
  return value.length === 0 ? [] : [keep(file, pointer, value, after)];
};

/** `kept`: where the object's unknown keys are stored; `own`: the ones shown if none are stored. */
export const extrasAsked = (
  state: State,
  kept: { readonly file: Path; readonly pointer: string; readonly own?: Entries },
  before: JsonNode | null,
  after: Part,
  known: ReadonlySet<string>,
): EditRead => {
  const { file, pointer, own = [] } = kept;
  const now = extrasAt(state.extras, file, pointer) ?? own;
  const value = extrasAfter(now, before, after, known);
  return value === null ? {} : { rest: [keep(file, pointer, value, after)] };
};
