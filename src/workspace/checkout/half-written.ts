// Remains of a killed move among the user's files: missing or truncated.
import type { Ask } from "../git/git.ts";
import { lstatSync, readFileSync } from "node:fs";
import { linkLook, pathOf } from "../places/tree-path.ts";
import { isNone, type Raw, rawRecords } from "../git/trees.ts";
import { inStore, type Repository } from "../places/repository.ts";

const isBegin = (bytes: Buffer, whole: Buffer): boolean =>
  bytes.length <= whole.length && whole.subarray(0, bytes.length).equals(bytes);

/** Whether a file contains only the beginning of its intended content. */
const isCut = async (ask: Ask, path: Buffer, { name, id }: Raw): Promise<boolean> => {
  const bytes = readFileSync(path);
  if (bytes.length === 0 || isBegin(bytes, (await ask(["cat-file", "blob", id])).out)) return true;
  const filtered = [
    "cat-file",
    "--filters",
    `--path=${Buffer.from(name, "latin1").toString("utf8")}`,
    id,
  ];
  const written = await ask(filtered, { also: [128] });
  return written.exit === 0 && isBegin(bytes, written.out);
};

/** `cut`: files to remove. `gone`: names where a folder replaced a file, or a file their folder. `missing`: nothing there. */
export type Half = {
  readonly cut: readonly string[];
  readonly gone: readonly string[];
  readonly missing: readonly string[];
};

/** The names left like this by a move between these commits. */
export const halfWritten = async (
  repository: Repository,
  ask: Ask,
  left: { readonly from: string; readonly to: string } | null,
  names: readonly string[],
): Promise<Half> => {
  const [cut, gone, missing]: [string[], string[], string[]] = [[], [], []];
  if (left === null || names.length === 0) return { cut, gone, missing };
  const told = await inStore(
    repository,
    ["diff-tree", "-r", "-z", "--no-renames", left.from, left.to],
    { also: [128] },
  );
  const records = new Map(
    (told.exit === 0 ? rawRecords(told.out) : []).map((record) => [record.name, record]),
  );
  const isBehindLink = linkLook(repository.root);
  for (const name of names) {
    const record = records.get(name);
    if (record === undefined) continue;
    if (isBehindLink(name)) {
      const made = [...records.values()].some(
        (one) => !isNone(one.id) && name.startsWith(`${one.name}/`) && !isBehindLink(one.name),
      );
      if (isNone(record.id) && made) gone.push(name);
      continue;
    }
    const path = pathOf(repository.root, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) missing.push(name);
    else if (stat.isDirectory()) {
      if (
        isNone(record.id) &&
        [...records.values()].some((one) => !isNone(one.id) && one.name.startsWith(`${name}/`))
      )
        gone.push(name);
    } else if (stat.isFile() && record.mode.startsWith("100") && (await isCut(ask, path, record)))
      cut.push(name);
  }
  return { cut, gone, missing };
};
