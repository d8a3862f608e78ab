// Unknown keys of new objects in ultrawork files.
import { unknownOf } from "../../../core/extras.ts";
import type { Part } from "../../../core/part.ts";
import type { Path } from "../../../core/row.ts";
import type { Ask } from "./part.ts";

export const newExtras = (
  file: Path,
  pointer: string,
  after: Part,
  known: ReadonlySet<string>,
): readonly Ask[] => {
  const value = unknownOf(after, known);
  const command = { type: "KeepExtras", data: { file, pointer, value } } as const;
  return value.length === 0 ? [] : [{ command, at: after.pointer, by: null }];
};
