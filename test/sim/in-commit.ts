// The work as a commit has it: what lies below a ground's root is read there, and only the run's folder from the disk.
import type { Ground } from "../../src/workspace/workspace.ts";
import type { Disk, File } from "./disk.ts";
import type { Git } from "./git.ts";
import type { Commit, Repo } from "./repo.ts";

const repoAt = (disk: Disk, git: Git, head: string): Repo => {
  const line = (to: string | null): readonly string[] =>
    to !== null && git.commits.has(to) ? git.line(to) : [];
  const commitOf = (hash: string): Commit => {
    const { parents, content, tree } = git.of(hash);
    const [parent = null] = parents;
    const paths =
      parent === null
        ? [...content.keys()]
        : disk.changed(git.of(parent).tree, tree).map(({ path }) => path);
    return { hash, parent, subject: hash.slice(0, 8), tree: content, paths };
  };
  return {
    ...disk.repo,
    head: () => head,
    exists: (hash) =>
      disk.repo.exists(hash) ||
      (hash !== "" && [...git.commits.keys()].some((known) => known.startsWith(hash))),
    between(from, to) {
      const before = new Set(line(from));
      const commits = line(to)
        .filter((hash) => !before.has(hash))
        .toReversed();
      return {
        commits: commits.map(commitOf),
        rewritten: from !== null && from !== to && !line(to).includes(from),
      };
    },
  };
};

/** The disk itself where the ground names no commit. */
export const inCommit = (disk: Disk, git: Git, { root, place, at }: Ground): Disk => {
  if (at === undefined) return disk;
  const { content, tree } = git.of(at.commit);
  const files = new Map<string, File>();
  for (const [path, file] of disk.files)
    if (!path.startsWith(`${root}/`) || (place !== null && path.startsWith(`${place}/`)))
      files.set(path, file);
  for (const [path, text] of content)
    if (place === null || !`${root}/${path}`.startsWith(`${place}/`))
      files.set(`${root}/${path}`, { text, at: 0 });
  return {
    ...disk,
    files,
    tree: () => tree,
    repo: repoAt(disk, git, at.commit),
  };
};
