// Changes between two commits, by path with line counts, and as a patch.
import { isFullId } from "../../core/commit-id.ts";
import { lineOf, linesOf, readable, splitNames } from "../git/git.ts";
import type { ChangedLines, LineSum, Site, Span } from "../places.ts";
import { linkedBy } from "./link.ts";
import { inStore, type Repository } from "./repository.ts";

const hows: Readonly<Record<string, ChangedLines["how"]>> = { A: "added", D: "deleted" };
const plain = ["--no-renames", "--no-ext-diff", "--no-textconv"];

const countIn = (text: string | undefined): number | null =>
  text === undefined || text === "-" ? null : Number(text);

export const fork = async (
  repository: Repository,
  site: Site,
  one: string,
  other: string,
): Promise<string> =>
  lineOf(
    await inStore(repository, ["merge-base", one, other], { also: [1], env: linkedBy(site) }),
  ) || one;

export const changes = async (
  repository: Repository,
  from: string,
  to: string,
): Promise<readonly ChangedLines[]> => {
  const fields = splitNames(
    (await inStore(repository, ["diff-tree", "-r", "-z", ...plain, "--raw", "--numstat", from, to]))
      .out,
  );
  const how = new Map<string, ChangedLines["how"]>();
  let at = 0;
  for (; (fields[at] ?? "").startsWith(":"); at += 2)
    how.set(fields[at + 1] ?? "", hows[(fields[at] ?? "").slice(-1)] ?? "modified");
  return fields.slice(at).map((field) => {
    const [added, removed, ...rest] = field.split("\t");
    const name = rest.join("\t");
    return {
      path: readable(name),
      how: how.get(name) ?? "modified",
      added: countIn(added),
      removed: countIn(removed),
    };
  });
};

const patchWords = ["diff-tree", "-r", "-p", ...plain, "--no-color"];
export const patch = async (repository: Repository, from: string, to: string): Promise<string> =>
  (await inStore(repository, [...patchWords, from, to])).out.toString("utf8");

/** `cut`: files are missing. */
export type PatchPart = { readonly text: string; readonly cut: boolean };

/** As many files as fit into so many bytes, those with the smallest patches first. @param isWhole whether the last one is complete */
export const partOf = (patch: Buffer, bytes: number, isWhole = true): PatchPart => {
  const all = patch.toString("latin1").split(/^(?=diff --git )/mu);
  const files = isWhole ? all : all.slice(0, -1);
  let left = bytes;
  const kept = new Set(
    files
      .toSorted((one, other) => one.length - other.length)
      .filter(({ length }) => (left -= length) >= 0),
  );
  const text = files.filter((file) => kept.has(file)).join("");
  return { text: readable(text), cut: kept.size < all.length };
};

export const patchPart = async (
  repository: Repository,
  from: string,
  to: string,
  bytes: number,
): Promise<PatchPart> => {
  const read: Buffer[] = [];
  let size = 0;
  const each = (chunk: Buffer): boolean => {
    read.push(chunk);
    size += chunk.length;
    return size <= bytes * 16;
  };
  await inStore(repository, [...patchWords, from, to], { each });
  return partOf(Buffer.concat(read), bytes, size <= bytes * 16);
};

const countOf = (line: string, what: RegExp): number => Number(what.exec(line)?.[1] ?? 0);

/** A single git call for all; null for missing commits. */
export const lineSums = async (
  repository: Repository,
  spans: readonly Span[],
): Promise<readonly (LineSum | null)[]> => {
  const words = ["diff-tree", "--stdin", "-r", "--always", "--shortstat", ...plain];
  const input = spans.map(({ from, to }) => `${to} ${from}\n`).join("");
  const sums: (LineSum | null)[] = spans.map(() => null);
  let at = -1;
  // A span with a missing newer commit is skipped silently; a missing older one ends the output.
  for (const line of linesOf(await inStore(repository, words, { input, also: [128] }))) {
    const [id, found] = [line.trim(), sums[at]];
    if (isFullId(id)) {
      do at += 1;
      while (at < spans.length && spans[at]?.to !== id);
      if (at < spans.length) sums[at] = { files: 0, added: 0, removed: 0 };
    } else if (found !== null && found !== undefined)
      sums[at] = {
        files: countOf(line, /(\d+) file/u),
        added: countOf(line, /(\d+) insertion/u),
        removed: countOf(line, /(\d+) deletion/u),
      };
  }
  return sums;
};
