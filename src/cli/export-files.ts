// The files of a backup: how `export --all` names them, and which of them `restore` reads.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export const exportName = (run: string, version: number): string => `${run}-${version}.jsonl`;

/** The newest file of each run in a folder, by run; null: the path is no folder. */
export const exportsIn = (path: string): readonly string[] | null => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
  const newest = new Map<string, number>();
  for (const name of readdirSync(path)) {
    const [, run, version] = /^([0-9a-z]+)-(\d+)\.jsonl$/u.exec(name) ?? [];
    if (run !== undefined) newest.set(run, Math.max(newest.get(run) ?? 0, Number(version)));
  }
  return [...newest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([run, version]) => join(path, exportName(run, version)));
};
