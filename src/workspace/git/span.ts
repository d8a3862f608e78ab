// Span of work between two measured moments: changed paths and commits, from git.
import type { Moment, Span } from "../../core/span.ts";
import { realRoot } from "../confine.ts";
import { gitAround, type GitFolders } from "../locate.ts";
import type { Ground } from "../workspace.ts";
import { type GitLocation, inDirectory, inRepository, leftOut, treesOf } from "./location.ts";
import { areThere, differing } from "./commits.ts";
import { git, type GitAnswer, readable, splitNames } from "./git.ts";
import { settingsOf } from "./settings.ts";

/** Maximum of listed commits, the oldest ones. */
const commitLimit = 1_000;
const isId = (text: string | null): text is string =>
  text !== null && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);

/** Trees are a cache: a missing one can't be compared. */
const changesOf = async (
  home: string,
  ground: Ground,
  from: Moment,
  to: Moment,
): Promise<Span["changed"] | null> => {
  if (!isId(from.tree) || !isId(to.tree)) return null;
  if (from.tree === to.tree) return [];
  const [asked, isLeftOut] = [await treesOf(home, ground), leftOut(ground)];
  if (!(await areThere(asked, [from.tree, to.tree])).every(Boolean)) return null;
  return (await differing(asked, from.tree, to.tree)).filter(({ path }) => !isLeftOut(path));
};

type Commits = Pick<Span, "commits" | "rewritten">;
const none: Commits = { commits: [], rewritten: false };

/** One record each: an empty field, hash, subject, then the paths. */
const parsed = (out: Buffer): Span["commits"] =>
  out
    .toString("latin1")
    .split("\0\u0001")
    .filter((record) => record !== "")
    .map((record) => {
      const [hash = "", subject = "", ...paths] = record.replace(/^\u0001/u, "").split("\0");
      return {
        hash,
        subject: readable(subject),
        paths: paths
          .map((path) => path.replace(/^\n/u, ""))
          .filter((path) => path !== "")
          .map(readable),
      };
    });

const commitsIn = async (
  asked: GitLocation,
  from: string | null,
  to: string | null,
): Promise<Commits> => {
  if (from === to || !isId(to)) return { commits: [], rewritten: isId(from) && to !== from };
  const run = (args: readonly string[], also: readonly number[] = []): Promise<GitAnswer> =>
    git({ ...asked, args, also });
  if (isId(from)) {
    // 1: not an ancestor; 128: missing, as after a rewrite with garbage collection.
    const { exit } = await run(["merge-base", "--is-ancestor", from, to], [1, 128]);
    if (exit === 128) return { commits: [], rewritten: true };
    const listed = await run(log([to, `^${from}`]));
    return { commits: parsed(listed.out), rewritten: exit === 1 };
  }
  return { commits: parsed((await run(log([to]))).out), rewritten: false };
};

/** For a merge, its changes to the first parent. */
const log = (range: readonly string[]): readonly string[] => [
  "log",
  "--reverse",
  `--max-count=${commitLimit}`,
  "--format=%x01%H%x00%s",
  "-z",
  "--name-only",
  "--no-renames",
  "--diff-merges=first-parent",
  ...range,
  "--",
];

/** Arguments that disable the repository's filter programs. */
const unfiltered = async (repository: GitFolders): Promise<readonly string[]> => {
  if (!/filter|include/i.test(settingsOf(repository))) return [];
  const args = ["config", "-z", "--name-only", "--get-regexp", String.raw`^filter\.`];
  const named = await git({ ...inRepository(repository), args, also: [1] });
  return splitNames(named.out).flatMap((name) => [
    "-c",
    `${readable(name)}=${/\.required$/iu.test(name) ? "false" : ""}`,
  ]);
};

/** Changes on disk compared with HEAD, staged or not, without ignored files. A submodule has its own settings, so its content isn't examined. */
const uncommittedOf = async (
  repository: GitFolders,
): Promise<Pick<Span, "uncommitted" | "untracked">> => {
  const how = ["--untracked-files=all", "--no-renames", "--ignore-submodules=dirty"];
  const words = [`--work-tree=${repository.top}`, "status", "--porcelain=v1", "-z", ...how];
  const args = [...(await unfiltered(repository)), ...words];
  const status = await git({ ...inRepository(repository), args });
  const entries = splitNames(status.out).map((entry) => ({
    path: readable(entry.slice(3)),
    isNew: entry.startsWith("??"),
  }));
  // A file removed from the index but still on disk is listed twice, and was tracked.
  const known = new Set(entries.flatMap(({ path, isNew }) => (isNew ? [] : [path])));
  return {
    uncommitted: entries.map(({ path }) => path),
    untracked: entries.flatMap(({ path, isNew }) => (isNew && !known.has(path) ? [path] : [])),
  };
};

/** The repository whose top is the root; for any other, uncommitted changes here are unknown. */
const repositoryAt = (ground: Ground): GitFolders | null => {
  const root = realRoot(ground);
  const around = gitAround(root);
  return around?.top === root ? around : null;
};

type Beside = Commits & Pick<Span, "uncommitted" | "untracked" | "apart">;

const besideOf = async (
  ground: Ground,
  from: string | null,
  to: string | null,
): Promise<Beside> => {
  if (ground.at !== undefined) {
    const { commits, rewritten } = await commitsIn(inDirectory(ground.at.git), from, to);
    const isLeftOut = leftOut(ground);
    const kept = commits.map((commit) => ({
      ...commit,
      paths: commit.paths.filter((path) => !isLeftOut(path)),
    }));
    return { commits: kept, rewritten, uncommitted: [], untracked: [], apart: true };
  }
  const repository = repositoryAt(ground);
  if (repository === null) return { ...none, uncommitted: [] };
  const [commits, uncommitted] = await Promise.all([
    commitsIn(inRepository(repository), from, to),
    uncommittedOf(repository),
  ]);
  return { ...commits, ...uncommitted };
};

/** `to`: the tree measured now, or at the requested end. Faults: git's. */
export const spanOf = async (
  home: string,
  ground: Ground,
  from: Moment,
  to: Moment,
): Promise<Span> => {
  const [changed, beside] = await Promise.all([
    changesOf(home, ground, from, to),
    besideOf(ground, from.head, to.head),
  ]);
  return { known: changed !== null, from, to, changed: changed ?? [], ...beside };
};
