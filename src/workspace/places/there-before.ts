// Files of a merge that already lay in the user's checkout with the merged content: its undo leaves them there.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { digest } from "../../core/hash.ts";
import { parsed } from "../../core/parsed.ts";
import { replaceFile } from "../disk/atomic.ts";
import { onDisk } from "../disk/fault.ts";
import { trimmedText } from "../disk/look.ts";
import { makeFolder } from "../disk/make-folder.ts";
import type { Repository } from "./repository.ts";

/** One list for each commit that a merge began on. */
const pathOf = ({ folder, user }: Repository, from: string): string =>
  join(folder, "moves", `${digest(user.own).slice(0, 16)}-${from}.json`);

export const forgetThere = (repository: Repository, from: string): void => {
  const path = pathOf(repository, from);
  onDisk("remove", path, () => rmSync(path, { force: true }));
};

export const noteThere = (repository: Repository, from: string, names: readonly string[]): void => {
  if (names.length === 0) {
    forgetThere(repository, from);
    return;
  }
  const path = pathOf(repository, from);
  onDisk("make the folder of", path, () => makeFolder(dirname(path), 0o700));
  replaceFile(path, JSON.stringify(names));
};

export const thereBefore = (repository: Repository, from: string): readonly string[] => {
  const value = parsed(trimmedText(pathOf(repository, from)) ?? "");
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
};
