// Why: keys that this program doesn't know belong to somebody; each object gets its own back, after the known ones.
import type { Json, Ordered } from "../../../core/print.ts";
import { raw } from "../../../core/print.ts";
import type { Path } from "../../../core/row.ts";
import type { State } from "../state.ts";

/** An object of a file, by its RFC 6901 pointer, with the unknown keys that were found there. */
type With = (pointer: string, known: readonly (readonly [string, Json])[]) => Ordered;

export const withExtras = (state: Pick<State, "extras">, file: Path): With => {
  const here = new Map(state.extras.filter((extra) => extra.file === file).map((extra) => [extra.pointer, extra.entries]));
  return (pointer, known) => {
    const names = new Set(known.map(([key]) => key));
    const unknown = (here.get(pointer) ?? []).filter(([key]) => !names.has(key));
    return { entries: [...known, ...unknown.map(([key, text]) => [key, raw(text)] as const)] };
  };
};
