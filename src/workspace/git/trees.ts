// Entries of git's trees and indexes, and differences between two trees. Names are bytes in latin1.
import { type Ask, splitNames } from "./git.ts";

export type Entry = { readonly name: string; readonly mode: string; readonly id: string };

/** As `ls-tree -r -z` and `ls-files --stage -z` print them. */
export const entriesIn = (out: Buffer): readonly Entry[] =>
  splitNames(out).map((line) => {
    const end = line.indexOf("\t");
    const [mode = "", ...words] = line.slice(0, end).split(" ");
    return { name: line.slice(end + 1), mode, id: words.find((word) => word.length >= 40) ?? "" };
  });

export const treeEntries = async (ask: Ask, tree: string): Promise<readonly Entry[]> =>
  entriesIn((await ask(["ls-tree", "-r", "-z", tree])).out);

export type Raw = Entry & { readonly oldMode: string; readonly oldId: string };

/** Records of git's raw format: the part before a path, and the path. */
export const rawRecords = (out: Buffer): readonly Raw[] => {
  const fields = splitNames(out);
  const records: Raw[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = "", mode = "", oldId = "", id = ""] = (fields[at] ?? "").slice(1).split(" ");
    records.push({ name: fields[at + 1] ?? "", mode, id, oldMode, oldId });
  }
  return records;
};

export const differences = async (ask: Ask, from: string, to: string): Promise<readonly Raw[]> =>
  rawRecords((await ask(["diff-tree", "-r", "-z", "--no-renames", from, to])).out);

/** Whether an id or mode of git means "none". */
export const isNone = (id: string): boolean => /^0+$/u.test(id);

/** Lines for `update-index -z --index-info`, removals first: a file may replace a folder. */
export const indexInfo = (entries: readonly Entry[]): Buffer =>
  Buffer.from(
    entries
      .toSorted((a, b) => Number(a.mode) - Number(b.mode))
      .map(({ name, mode, id }) => `${mode} ${id}\t${name}\0`)
      .join(""),
    "latin1",
  );
