// Why: keys that this program doesn't know belong to somebody; each object gets its own back, after the known ones.
import type { Json, Ordered } from "../../../core/print.ts";
import { raw } from "../../../core/print.ts";
import type { Path } from "../../../core/row.ts";
import type { State } from "../state.ts";

/** An object of a file, by its RFC 6901 pointer, with the unknown keys that were found there. */
export type With = (pointer: string, known: readonly (readonly [string, Json])[]) => Ordered;

export const withExtras = (state: State, file: Path): With => {
  const here = new Map(state.extras.filter((extra) => extra.file === file).map((extra) => [extra.pointer, extra.entries]));
  return (pointer, known) => {
    const found = here.get(pointer);
    if (found === undefined) return { entries: known };
    const names = new Set(known.map(([key]) => key));
    return { entries: [...known, ...found.flatMap(([key, text]) => (names.has(key) ? [] : [[key, raw(text)] as const]))] };
  };
};
