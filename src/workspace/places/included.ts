// Ignored files of the user's checkout that patterns of git match, for copying into places.
import { lstatSync } from "node:fs";
import type { Path } from "../../core/row.ts";
import { readable, splitNames } from "../git/git.ts";
import type { Included } from "../places.ts";
import { pathOf } from "./tree-path.ts";
import { inUsers, type Repository } from "./repository.ts";

/** More than these aren't settings that work needs, and each is read and recorded for every job. */
const mostFiles = 500;
const mostBytes = 64 * 1024 * 1024;

/** Dependencies, of which git then reads no folder, and what Cairn itself keeps in a folder without git. */
const besides = [":(exclude,glob)**/node_modules/**", ":(exclude).cairn"];

/** The first folders with the most of them. */
const crowded = (paths: readonly Path[]): string => {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const [first = "", second] = path.split("/");
    const folder = second === undefined ? "the top folder" : first;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([folder, count]) => `${count} in ${folder}`)
    .join(", ");
};

/** Untracked files that the patterns match, without links and dependencies. None where there are too many. */
export const included = async (
  repository: Repository,
  patterns: readonly string[],
): Promise<Included> => {
  if (patterns.length === 0) return { files: [], left: [] };
  const words = patterns.map((pattern) => `--exclude=${pattern}`);
  const listed = await inUsers(
    repository,
    ["ls-files", "-z", "--others", "--ignored", ...words, "--", ".", ...besides],
    { env: { GIT_LITERAL_PATHSPECS: "0" } },
  );
  const left: string[] = [];
  if (patterns.some((pattern) => pattern.split("/").includes("node_modules")))
    left.push("node_modules is never copied: `setup` in cairn.config.json makes dependencies");
  const files: Path[] = [];
  let bytes = 0;
  for (const name of splitNames(listed.out)) {
    const path = readable(name);
    if (name.endsWith("/")) continue;
    const stat = lstatSync(pathOf(repository.root, name), { throwIfNoEntry: false });
    if (stat?.isSymbolicLink() === true) left.push(`${path} is a link, and isn't followed`);
    // A name that is no valid text can't be recorded.
    if (stat === undefined || !stat.isFile() || path.includes("\uFFFD")) continue;
    files.push(path);
    bytes += stat.size;
  }
  const isOver = files.length > mostFiles || bytes > mostBytes;
  if (isOver)
    left.push(
      `${files.length} files with ${Math.ceil(bytes / 1024 / 1024)} MB match (${crowded(files)}), more than ${mostFiles} files or ${mostBytes / 1024 / 1024} MB: none is copied; name fewer, or let \`setup\` make them`,
    );
  return { files: isOver ? [] : files, left };
};
