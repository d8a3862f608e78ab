// Why: what happened to the work between two measured moments is git's knowledge and nobody's claim.
import type { Moment, Span } from "../../core/span.ts";
import { realRoot } from "../confine.ts";
import { gitAround, type GitFolders } from "../locate.ts";
import type { Ground } from "../workspace.ts";
import { areThere, differing } from "./commits.ts";
import { git, readable, splitNames } from "./git.ts";
import { settingsOf } from "./settings.ts";
import { openTreeStore } from "./tree-store.ts";

/** More commits than these are not listed: the oldest of them are. */
const commitLimit = 1_000;
const isId = (text: string | null): text is string => text !== null && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);

/** Trees are a cache: one that is gone can't be compared. */
const changesOf = async (home: string, ground: Ground, from: Moment, to: Moment): Promise<Span["changed"] | null> => {
  if (!isId(from.tree) || !isId(to.tree)) return null;
  if (from.tree === to.tree) return [];
  const store = await openTreeStore(home, realRoot(ground));
  return (await areThere(store, [from.tree, to.tree])).every(Boolean) ? differing(store, from.tree, to.tree) : null;
};

const asked =
  (repository: GitFolders) =>
  async (args: readonly string[], also: readonly number[] = []): Promise<{ readonly exit: number; readonly out: Buffer }> =>
    git({ cwd: repository.top, args: [`--git-dir=${repository.own}`, `--work-tree=${repository.top}`, ...args], also });

type Commits = Pick<Span, "commits" | "rewritten">;
const none: Commits = { commits: [], rewritten: false };

/** A record each: an empty field, hash, subject, then the paths. */
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

const commitsOf = async (repository: GitFolders, from: string | null, to: string | null): Promise<Commits> => {
  if (from === to || !isId(to)) return { commits: [], rewritten: isId(from) && to !== from };
  const run = asked(repository);
  if (isId(from)) {
    // 1: it is none; 128: it is gone altogether, as after a rewrite that was collected.
    const { exit } = await run(["merge-base", "--is-ancestor", from, to], [1, 128]);
    if (exit === 128) return { commits: [], rewritten: true };
    const listed = await run(log([to, `^${from}`]));
    return { commits: parsed(listed.out), rewritten: exit === 1 };
  }
  return { commits: parsed((await run(log([to]))).out), rewritten: false };
};

/** Of a merge, what it brought to its first parent. */
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

/** Words by which the programs that the repository names for turning its files into others aren't run. */
const unfiltered = async (repository: GitFolders): Promise<readonly string[]> => {
  if (!/filter|include/i.test(settingsOf(repository))) return [];
  const named = await asked(repository)(["config", "-z", "--name-only", "--get-regexp", String.raw`^filter\.`], [1]);
  return splitNames(named.out).flatMap((name) => ["-c", `${readable(name)}=${/\.required$/iu.test(name) ? "false" : ""}`]);
};

/** What isn't in HEAD as it lies on disk, staged or not; ignored files are nobody's work. A submodule has settings of its own: nothing is asked about what lies in it. */
const uncommittedOf = async (repository: GitFolders): Promise<Pick<Span, "uncommitted" | "untracked">> => {
  const words = ["--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=dirty"];
  const status = await asked(repository)([...(await unfiltered(repository)), "status", ...words]);
  const entries = splitNames(status.out).map((entry) => ({
    path: readable(entry.slice(3)),
    isNew: entry.startsWith("??"),
  }));
  // What was taken out of the index and lies there still is told twice, and was tracked.
  const known = new Set(entries.flatMap(({ path, isNew }) => (isNew ? [] : [path])));
  return {
    uncommitted: entries.map(({ path }) => path),
    untracked: entries.flatMap(({ path, isNew }) => (isNew && !known.has(path) ? [path] : [])),
  };
};

/** `to`: measured now, or at the end that is asked about. Faults: git's. */
export const spanOf = async (home: string, ground: Ground, from: Moment, to: Moment): Promise<Span> => {
  const root = realRoot(ground);
  const around = gitAround(root);
  const repository = around !== null && around.top === root ? around : null;
  const [changed, commits, uncommitted] = await Promise.all([
    changesOf(home, ground, from, to),
    repository === null ? none : commitsOf(repository, from.head, to.head),
    repository === null ? { uncommitted: [] } : uncommittedOf(repository),
  ]);
  return { known: changed !== null, from, to, changed: changed ?? [], ...commits, ...uncommitted };
};
