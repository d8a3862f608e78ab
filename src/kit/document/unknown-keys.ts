// Unknown keys of files: stored per object and written back after the known ones.
import type { Entries } from "./extras.ts";
import { type Json, type Ordered, raw } from "../json/print.ts";
import type { Path } from "../../core/row.ts";

/** The unknown keys of one object in a file. `pointer`: RFC 6901, or a protocol's stable name for an object that moves. */
export type Extras = { readonly file: Path; readonly pointer: string; readonly entries: Entries };

/** Returns null if none were ever kept for that object. */
export const extrasAt = (kept: readonly Extras[], file: Path, pointer: string): Entries | null =>
  kept.find((one) => one.file === file && one.pointer === pointer)?.entries ?? null;

/** Also stores an empty list; otherwise the keys of an adopted file would reappear. */
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

export const sizeOfAll = (kept: readonly Extras[]): number =>
  kept.reduce((sum, { entries }) => sum + extrasSize(entries), 0);

/** As an object of their own, for a backup. */
export const extrasText = (entries: Entries): string =>
  `{${entries.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(", ")}}`;

type Known = readonly (readonly [string, Json])[];

/** Makes an object at a pointer in a file, including its unknown keys. `own`: original ones, used if none were kept since. */
export type With = (pointer: string, known: Known, own?: Entries) => Ordered;

export const withUnknown = (kept: readonly Extras[], file: Path): With => {
  const here = new Map(
    kept.filter((extra) => extra.file === file).map((extra) => [extra.pointer, extra.entries]),
  );
  return (pointer, known, own = []) => {
    const names = new Set(known.map(([key]) => key));
    const unknown = (here.get(pointer) ?? own).filter(([key]) => !names.has(key));
    return { entries: [...known, ...unknown.map(([key, text]) => [key, raw(text)] as const)] };
  };
};
