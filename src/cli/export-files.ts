// File names of a backup, as written by `export --all` and read by `restore`.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { unreadable } from "./line-file.ts";

export const exportName = (run: string, version: number): string => `${run}-${version}.jsonl`;

/** null: not a folder; its kind is reported when it is read. */
const namesIn = (path: string): readonly string[] | null => {
  try {
    return readdirSync(path);
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      ["ENOENT", "ENOTDIR", "ELOOP"].includes(String(error.code))
    )
      return null;
    throw unreadable(path, "read", error);
  }
};

/** The newest file of each run in a folder; null: the path isn't a folder. Fault FILE_UNREADABLE. */
export const exportsIn = (path: string): readonly string[] | null => {
  const names = namesIn(path);
  if (names === null) return null;
  const newest = new Map<string, number>();
  for (const name of names) {
    // Only names as written by export, which separate file name and number.
    const [, run, version] = /^([0-9a-z]+)-([1-9]\d{0,14})\.jsonl$/u.exec(name) ?? [];
    if (run !== undefined) newest.set(run, Math.max(newest.get(run) ?? 0, Number(version)));
  }
  return [...newest]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([run, version]) => join(path, exportName(run, version)));
};
