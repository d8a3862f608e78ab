// What changed between two commits, by path with its lines, and as a patch.
import { readable, splitNames } from "../git/git.ts";
import type { ChangedLines } from "../places.ts";
import { inStore, lineOf, type Repository } from "./repository.ts";

const hows: Readonly<Record<string, ChangedLines["how"]>> = { A: "added", D: "deleted" };
const plain = ["--no-renames", "--no-ext-diff", "--no-textconv"];

const countIn = (text: string | undefined): number | null => (text === undefined || text === "-" ? null : Number(text));

export const fork = async (repository: Repository, one: string, other: string): Promise<string> =>
  lineOf(await inStore(repository, ["merge-base", one, other], { also: [1] })) || one;

export const changes = async (repository: Repository, from: string, to: string): Promise<readonly ChangedLines[]> => {
  const fields = splitNames((await inStore(repository, ["diff-tree", "-r", "-z", ...plain, "--raw", "--numstat", from, to])).out);
  const how = new Map<string, ChangedLines["how"]>();
  let at = 0;
  for (; (fields[at] ?? "").startsWith(":"); at += 2) how.set(fields[at + 1] ?? "", hows[(fields[at] ?? "").slice(-1)] ?? "modified");
  return fields.slice(at).map((field) => {
    const [added, removed, ...rest] = field.split("\t");
    const name = rest.join("\t");
    return { path: readable(name), how: how.get(name) ?? "modified", added: countIn(added), removed: countIn(removed) };
  });
};

export const patch = async (repository: Repository, from: string, to: string): Promise<string> =>
  (await inStore(repository, ["diff-tree", "-r", "-p", ...plain, "--no-color", from, to])).out.toString("utf8");
