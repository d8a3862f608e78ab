// Bounded reader of foreign folders for adoption: follows no link out, waits on nothing.
import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Fault } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";
import { diskFault, isMissing } from "./disk/fault.ts";
import { isFolder, isPlainFile, namesIn, realOr } from "./disk/look.ts";
import { fileBytes, readPlain } from "./disk/plain-file.ts";
import type { FoundFolder } from "./workspace.ts";

const mostFiles = 5_000;
const mostBytes = 256 * 1024 * 1024;
/** Maximum depth of folders. */
const mostLevels = 8;
/** Maximum of listed names beside the folder. */
const mostBeside = 10_000;

type Reading = {
  bytes: number;
  count: number;
  readonly files: Map<Path, Uint8Array>;
  readonly unread: { path: Path; why: string; hides?: true }[];
};

/** The bytes, or the reason for their lack; null: it disappeared. */
const bytesOf = (path: string): Uint8Array | string | null => {
  try {
    return readPlain(path);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.code === "FILE_OVERSIZED"
      ? `it is larger than ${fileBytes / 1024 / 1024} MiB`
      : `${error.code}: ${error.message}`;
  }
};

const take = (reading: Reading, folder: string, path: Path): void => {
  const { files, unread } = reading;
  if (reading.count >= mostFiles || reading.bytes >= mostBytes) {
    unread.push({
      path,
      why: `the folder holds more than ${mostFiles} files or ${mostBytes / 1024 / 1024} MiB`,
    });
    return;
  }
  const bytes = bytesOf(join(folder, path));
  if (bytes === null) return;
  if (typeof bytes === "string") unread.push({ path, why: bytes });
  else {
    files.set(path, bytes);
    reading.count += 1;
    reading.bytes += bytes.length;
  }
};

const entriesOf = (folder: string, path: Path, unread: Reading["unread"]): readonly Dirent[] => {
  try {
    return readdirSync(join(folder, path), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  } catch (error) {
    if (isMissing(error)) return [];
    unread.push({
      path,
      why: diskFault(error, "read the folder", join(folder, path)).message,
      hides: true,
    });
    return [];
  }
};

/** Top-level files first, then those of sub-folders. */
const walk = (folder: string, reading: Reading): void => {
  let level: readonly Path[] = [""];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: Path[] = [];
    for (const at of level) {
      for (const entry of entriesOf(folder, at, reading.unread)) {
        const path = at === "" ? entry.name : `${at}/${entry.name}`;
        if (entry.isFile()) take(reading, folder, path);
        else if (entry.isSymbolicLink())
          reading.unread.push({
            path,
            why: "it is a symbolic link, which isn't followed",
            hides: true,
          });
        else if (!entry.isDirectory()) reading.unread.push({ path, why: "it is no plain file" });
        else if (depth < mostLevels) next.push(path);
        else
          reading.unread.push({
            path,
            why: `it lies deeper than ${mostLevels} folders`,
            hides: true,
          });
      }
    }
    level = next;
  }
};

const foundIn = (folder: string, read: (folder: string, reading: Reading) => void): FoundFolder => {
  const reading: Reading = { bytes: 0, count: 0, files: new Map(), unread: [] };
  read(folder, reading);
  return {
    folder,
    files: Object.fromEntries(reading.files),
    unread: reading.unread,
    beside: namesIn(dirname(folder)).slice(0, mostBeside),
    userHome: realOr(homedir()),
  };
};

/** null: no folder. `only`: files to read instead of all. */
export const findFolder = (path: string, only?: readonly Path[]): FoundFolder | null => {
  if (!isFolder(path)) return null;
  const read = (folder: string, reading: Reading): void =>
    only?.forEach((name) => take(reading, folder, name));
  return foundIn(realpathSync(path), only === undefined ? walk : read);
};

/** The folder of a file, with that file and its direct neighbours; null: no plain file. */
export const findBeside = (path: string): (FoundFolder & { readonly file: string }) | null => {
  if (!isPlainFile(path)) return null;
  const real = realpathSync(path);
  const found = foundIn(dirname(real), (folder, reading) => {
    for (const entry of entriesOf(folder, "", reading.unread))
      if (entry.isFile()) take(reading, folder, entry.name);
  });
  return { ...found, file: basename(real) };
};

/** A single file's bytes, or why it can't be read; null: none. */
export const findFile = (path: string): Uint8Array | string | null => {
  const real = realOr(path);
  return bytesOf(real);
};

/** See Workspace.foldersWith. */
export const foldersWith = (parent: string, file: Path, name?: string): readonly string[] =>
  (name === undefined ? namesIn(parent) : [name]).filter(
    (one) => isFolder(join(parent, one)) && isPlainFile(join(parent, one, file)),
  );
