// Reader of HEAD, the branch and a commit's tree from git's files, mostly without a process.
import { join } from "node:path";
import { trimmedText } from "../disk/look.ts";
import type { GitFolders } from "../locate.ts";

const commitIn = (line: string | null): string | null =>
  line !== null && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(line) ? line : null;
const branchIn = (line: string | null): string | null =>
  /^ref: refs\/heads\/(.+)$/.exec(line ?? "")?.[1] ?? null;

const ask = async (repository: GitFolders, words: readonly string[]): Promise<string | null> => {
  const { gitIn, lineOf } = await import("./git.ts");
  return lineOf(await gitIn(repository, words, { also: [1] })) || null;
};

/** The checked out commit; null: none yet. A loose ref overrides packed ones; otherwise asks git. */
export const headOf = async (repository: GitFolders): Promise<string | null> => {
  const head = trimmedText(join(repository.own, "HEAD"));
  const branch = branchIn(head);
  const plain =
    branch === null
      ? commitIn(head)
      : commitIn(trimmedText(join(repository.common, "refs", "heads", branch)));
  return plain ?? ask(repository, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
};

/** The tree of a commit; null: git lacks it. */
export const treeOf = (repository: GitFolders, commit: string): Promise<string | null> =>
  ask(repository, ["rev-parse", "--verify", "--quiet", `${commit}^{tree}`]);

/** The checked out branch; null: none. The newer ref storage has no readable HEAD: then asks git. */
export const branchOf = async (repository: GitFolders): Promise<string | null> => {
  const name = branchIn(trimmedText(join(repository.own, "HEAD")));
  return name === ".invalid"
    ? ask(repository, ["symbolic-ref", "--short", "--quiet", "HEAD"])
    : name;
};
