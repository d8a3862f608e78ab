// Span of work between two commits: changed paths and commits, from git.
import { isFullId } from "../../core/commit-id.ts";
import type { Moment, Span } from "../../core/span.ts";
import type { Ground } from "../workspace.ts";
import { type GitLocation, gitOf, leftOut } from "./location.ts";
import { areThere, differing } from "./commits.ts";
import { git, type GitAnswer, readable } from "./git.ts";

/** Maximum of listed commits, the oldest ones. */
const commitLimit = 1_000;
const isId = (text: string | null): text is string => text !== null && isFullId(text);

/** null: a missing tree can't be compared. */
const changesOf = async (
  ground: Ground,
  from: Moment,
  to: Moment,
): Promise<Span["changed"] | null> => {
  if (!isId(from.tree) || !isId(to.tree)) return null;
  if (from.tree === to.tree) return [];
  const [asked, isLeftOut] = [gitOf(ground), leftOut(ground)];
  if (asked === null || !(await areThere(asked, [from.tree, to.tree])).every(Boolean)) return null;
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

/** `to`: the end of the span. Faults: git's. */
export const spanOf = async (ground: Ground, from: Moment, to: Moment): Promise<Span> => {
  const asked = gitOf(ground);
  const [changed, { commits, rewritten }] = await Promise.all([
    changesOf(ground, from, to),
    asked === null ? none : commitsIn(asked, from.head, to.head),
  ]);
  const isLeftOut = leftOut(ground);
  return {
    known: changed !== null,
    from,
    to,
    changed: changed ?? [],
    commits: commits.map((commit) => ({
      ...commit,
      paths: commit.paths.filter((path) => !isLeftOut(path)),
    })),
    rewritten,
  };
};
