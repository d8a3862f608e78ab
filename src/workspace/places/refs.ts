// Names and contents of the references that keep a run's work.
import { isFullId } from "../../core/commit-id.ts";
import { join } from "node:path";
import { runName } from "../anchors.ts";
import { trimmedText } from "../disk/look.ts";
import type { Site } from "../places.ts";
import { lineOf, linesOf } from "../git/git.ts";
import { inUsers, type Repository } from "./repository.ts";

type Of = Pick<Site, "run">;
export const branchRef = (branch: string): string => `refs/heads/${branch}`;
export const landRefs = ({ run }: Of): string => `refs/cairn-land/${runName(run)}/`;
export const asideRefs = ({ run }: Of): string => `refs/cairn-aside/${runName(run)}/`;
/** Of the store, not of the user's repository. */
export const workRefs = ({ run }: Of): string => `refs/work/${runName(run)}/`;
/** Of the store: for each landing, a commit of the same tree that also descends from the work in it. */
export const linkRefs = ({ run }: Of): string => `refs/links/${runName(run)}/`;
/** Of the user's repository: what agents committed for landing n; from 1 on, for attempts before the last. */
export const workRefOf = (of: Of, n: number, before: number): string =>
  `${landRefs(of)}work/${n}${before === 0 ? "" : `-${before}`}`;

/** The commit of a reference of the user; null: none. A loose one needs no process. */
export const refAt = async (repository: Repository, ref: string): Promise<string | null> => {
  const loose = ref.startsWith("refs/") ? trimmedText(join(repository.user.common, ref)) : null;
  if (loose !== null && isFullId(loose)) return loose;
  return (
    lineOf(await inUsers(repository, ["rev-parse", "--verify", "--quiet", ref], { also: [1] })) ||
    null
  );
};

/** `name`: without the prefix. */
export type Ref = { readonly ref: string; readonly name: string; readonly commit: string };
/** @param which more arguments for `git for-each-ref` */
export const refsBelow = async (
  ask: typeof inUsers,
  repository: Repository,
  prefix: string,
  ...which: readonly string[]
): Promise<readonly Ref[]> =>
  linesOf(
    await ask(repository, ["for-each-ref", "--format=%(objectname) %(refname)", ...which, prefix]),
  ).map((line) => {
    const [commit = "", ref = ""] = line.split(" ");
    return { ref, name: ref.slice(prefix.length), commit };
  });

/** Whether it keeps a landing, or the base as landing 0, and not a person's commits below the same prefix. */
export const isLanding = ({ name }: Ref): boolean => /^\d+$/u.test(name);
