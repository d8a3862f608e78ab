// Unknown keys of files: stored per object and written back after the known ones.
import type { Entries } from "./extras.ts";
import { type Json, type Ordered, raw } from "./print.ts";
import type { Path } from "./row.ts";

/** The unknown keys of one object of a file. `pointer`: RFC 6901, where a protocol doesn't name by other words what changes its place. */
export type Extras = { readonly file: Path; readonly pointer: string; readonly entries: Entries };

/** null: of that object none were ever kept. */
export const extrasAt = (kept: readonly Extras[], file: Path, pointer: string): Entries | null =>
  kept.find((one) => one.file === file && one.pointer === pointer)?.entries ?? null;

/** Kept also where none are left: those that an adopted file came with would come back. */
export const withKept = (
  kept: readonly Extras[],
  { file, pointer, entries }: Extras,
): readonly Extras[] => [
  ...kept.filter((one) => one.file !== file || one.pointer !== pointer),
  { file, pointer, entries },
];

/** In characters. */
export const extrasSize = (entries: Entries): number =>
  entries.reduce((sum, [key, text]) => sum + key.length + text.length, 0);

/** As they would stand in an object of their own: for what is put aside. */
export const extrasText = (entries: Entries): string =>
  `{${entries.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(", ")}}`;

type Known = readonly (readonly [string, Json])[];

/** An object of a file, by its pointer, with the unknown keys that were found there; `own`: those that it came with, where none were kept since. */
export type With = (pointer: string, known: Known, own?: Entries) => Ordered;

export const withExtras = (kept: readonly Extras[], file: Path): With => {
  const here = new Map(
    kept.filter((extra) => extra.file === file).map((extra) => [extra.pointer, extra.entries]),
  );
  return (pointer, known, own = []) => {
    const names = new Set(known.map(([key]) => key));
    const unknown = (here.get(pointer) ?? own).filter(([key]) => !names.has(key));
    return { entries: [...known, ...unknown.map(([key, text]) => [key, raw(text)] as const)] };
  };
};
