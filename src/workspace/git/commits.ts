// Why: what changed between two measured trees, and which commits came, is git's knowledge and nobody's claim.
import { Fault } from "../../core/refusal.ts";
import type { Change } from "../../core/protocol.ts";
import { realRoot } from "../confine.ts";
import { git, readable, splitNames } from "./git.ts";
import { gitAround } from "../locate.ts";
import type { GitFolders } from "../locate.ts";
import { openTreeStore } from "./tree-store.ts";
import type { Ground } from "../workspace.ts";

/** More commits than this are not listed: the newest are. */
const commitLimit = 10_000;
const isId = (text: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);

/** The repository whose working tree the ground is; null: none. */
export const repositoryOf = (ground: Ground): GitFolders | null => gitAround(realRoot(ground));

const hows: Readonly<Record<string, Change["how"]>> = { A: "added", D: "deleted" };

/**
 * Paths that differ between two trees. Trees are a cache: where `from` is gone, any file may have changed, so each is listed as modified.
 * Fault TREE_UNKNOWN: `to` is gone too.
 */
export const changedPaths = async (home: string, ground: Ground, from: string, to: string): Promise<readonly Change[]> => {
  if (from === to) return [];
  const { env, root } = await openTreeStore(home, realRoot(ground));
  const there = async (tree: string): Promise<boolean> =>
    isId(tree) && (await git({ cwd: root, args: ["cat-file", "-e", `${tree}^{tree}`], env, also: [1, 128] })).exit === 0;
  if (!(await there(to)))
    throw new Fault(
      "TREE_UNKNOWN",
      `the tree ${to} is not in the cache of ${root}`,
      "measure the tree anew (any verb that shows the run does), then repeat",
    );
  if (!(await there(from))) {
    const all = await git({ cwd: root, args: ["ls-tree", "-r", "-z", "--name-only", to], env });
    return splitNames(all.out).map((name) => ({ path: readable(name), how: "modified" }));
  }
  const fields = splitNames(
    (await git({ cwd: root, args: ["diff-tree", "-r", "-z", "--no-renames", "--name-status", from, to], env })).out,
  );
  const changes: Change[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    changes.push({ path: readable(fields[index + 1] ?? ""), how: hows[fields[index] ?? ""] ?? "modified" });
  }
  return changes;
};

/** Commits in `to` and not in `from`, oldest first; none without git. Fault GIT_FAILED: one of them is gone. */
export const commitsBetween = async (ground: Ground, from: string | null, to: string | null): Promise<readonly string[]> => {
  const repository = repositoryOf(ground);
  if (repository === null || to === null || from === to) return [];
  if (!isId(to) || (from !== null && !isId(from)))
    throw new Fault("GIT_FAILED", `${from ?? ""}..${to} names no commits`, "give full commit ids");
  const range = from === null ? [to] : [to, `^${from}`];
  const list = await git({
    cwd: repository.top,
    args: [`--git-dir=${repository.own}`, "rev-list", "--reverse", `--max-count=${commitLimit}`, ...range, "--"],
  });
  return list.out
    .toString()
    .split("\n")
    .filter((line) => line !== "");
};

/** Which of these are commits of the repository. Only ids count, shortened or full: names move. */
export const commitsExist = async (ground: Ground, commits: readonly string[]): Promise<Readonly<Record<string, boolean>>> => {
  const found: Record<string, boolean> = Object.fromEntries(commits.map((commit) => [commit, false]));
  const ids = commits.filter((commit) => /^[0-9a-f]{4,64}$/i.test(commit));
  const repository = repositoryOf(ground);
  if (repository === null || ids.length === 0) return found;
  const asked = await git({
    cwd: repository.top,
    args: [`--git-dir=${repository.own}`, "cat-file", "--batch-check=%(objecttype)"],
    input: ids.map((id) => `${id}^{commit}\n`).join(""),
  });
  const lines = asked.out.toString().split("\n");
  for (const [index, id] of ids.entries()) found[id] = lines[index] === "commit";
  return found;
};

/** Which of these commits HEAD can be traced back to; one that is gone can't. Full ids alone count. */
export const commitsReached = async (ground: Ground, commits: readonly string[]): Promise<Readonly<Record<string, boolean>>> => {
  const there = await commitsExist(ground, commits.filter(isId));
  const ids = Object.keys(there).filter((id) => there[id] === true);
  const repository = repositoryOf(ground);
  const found = Object.fromEntries(commits.map((commit) => [commit, false]));
  if (repository === null || ids.length === 0) return found;
  const beyond = await git({
    cwd: repository.top,
    args: [`--git-dir=${repository.own}`, "rev-list", "--stdin"],
    input: [...ids, "^HEAD", ""].join("\n"),
    also: [128],
  });
  // Without a commit at HEAD nothing can be reached from it.
  if (beyond.exit !== 0) return found;
  const outside = new Set(beyond.out.toString().split("\n"));
  return { ...found, ...Object.fromEntries(ids.map((id) => [id, !outside.has(id)])) };
};
