// Paths of a checkout in what a setup made there: environments of Python and scripts of packages name their own folder.
import {
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parsed } from "../../core/json/parsed.ts";
import { isRecord } from "../../core/json/record.ts";
import type { Path } from "../../core/row.ts";

/** Larger files are programs and data, not settings. */
const mostBytes = 1024 * 1024;
/** Compiled modules are told their path anew when they are loaded. */
const skipped = new Set(["__pycache__", ".git"]);

/** Files and links below a folder that name `root`, by their paths. */
export const naming = async (folder: string, root: string, at = ""): Promise<readonly Path[]> => {
  const found: Path[] = [];
  for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
    const path = at === "" ? entry.name : `${at}/${entry.name}`;
    const full = join(folder, path);
    // A name that is no valid text can't be looked up again.
    if (path.includes("\uFFFD")) continue;
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) found.push(...(await naming(folder, root, path)));
    } else if (entry.isSymbolicLink()) {
      if (readlinkSync(full).startsWith(`${root}/`)) found.push(path);
    } else if (entry.isFile() && lstatSync(full).size <= mostBytes) {
      if ((await readFile(full)).includes(root)) found.push(path);
    }
  }
  return found;
};

export type Named = { readonly root: string; readonly files: readonly Path[] };
export const readNamed = (file: string): Named => {
  const read = parsed(readFileSync(file, "utf8"));
  return isRecord(read) && typeof read["root"] === "string" && Array.isArray(read["files"])
    ? { root: read["root"], files: read["files"].filter((one) => typeof one === "string") }
    : { root: "", files: [] };
};

/** Lets a file or link name `to` in place of `root`. Bytes, since it may be no text; its time stays. */
export const rename = (file: string, root: string, to: string): void => {
  const stat = lstatSync(file);
  if (stat.isSymbolicLink()) {
    const target = readlinkSync(file);
    unlinkSync(file);
    symlinkSync(to + target.slice(root.length), file);
    return;
  }
  const bytes = readFileSync(file).toString("latin1");
  const [old, own] = [root, to].map((path) => Buffer.from(path).toString("latin1"));
  writeFileSync(
    file,
    bytes.replaceAll(old ?? root, () => own ?? to),
    "latin1",
  );
  utimesSync(file, stat.atime, stat.mtime);
};
