// Why: keys that this program doesn't know are somebody's own: what an edit does to them is kept, object by object.
import { type Entries, extrasAfter } from "../../../core/extras.ts";
import type { JsonNode } from "../../../core/json.ts";
import type { Part } from "../../../core/part.ts";
import type { Path } from "../../../core/row.ts";
import type { State } from "../state.ts";
import type { Read } from "./part.ts";

/** `kept`: where the object's unknown keys are kept; `own`: what it shows where none are kept. */
export const extrasAsked = (
  state: State,
  kept: { readonly file: Path; readonly pointer: string; readonly own?: Entries },
  before: JsonNode | null,
  after: Part,
  known: ReadonlySet<string>,
): Read => {
  const { file, pointer, own = [] } = kept;
  const now = state.extras.find((one) => one.file === file && one.pointer === pointer)?.entries ?? own;
  const value = extrasAfter(now, before, after, known);
  return value === null ? {} : { rest: [{ command: { type: "KeepExtras", data: { file, pointer, value } }, at: after.pointer, by: null }] };
};
