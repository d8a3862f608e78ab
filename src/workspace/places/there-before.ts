// Files of a merge that already lay in the user's checkout with the merged content: its undo leaves them there.
import { rmSync } from "node:fs";
import { parsed } from "../../core/parsed.ts";
import { onDisk } from "../disk/fault.ts";
import { trimmedText } from "../disk/look.ts";
import type { Repository } from "./repository.ts";
import { recordPath, writeRecord } from "./under-way.ts";

/** One list for each commit that a merge began on. */
const pathOf = (repository: Repository, from: string): string => recordPath(repository, `-${from}`);

export const forgetThere = (repository: Repository, from: string): void => {
  const path = pathOf(repository, from);
  onDisk("remove", path, () => rmSync(path, { force: true }));
};

export const noteThere = (repository: Repository, from: string, names: readonly string[]): void => {
  if (names.length === 0) forgetThere(repository, from);
  else writeRecord(pathOf(repository, from), names);
};

export const thereBefore = (repository: Repository, from: string): readonly string[] => {
  const value = parsed(trimmedText(pathOf(repository, from)) ?? "");
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
};
