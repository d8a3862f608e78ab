// Uncommitted changes of the user: the commit that holds those that a run began on, the files of a merge that they are, and those in some folders.
import type { Path } from "../../core/row.ts";
import { lineOf, readable, splitNames } from "../git/git.ts";
import { differences } from "../git/trees.ts";
import { askStore, inStore, inUsers, type Repository } from "../places/repository.ts";

export const changesSubject = "Uncommitted changes of the user";

const namesBetween = async (
  repository: Repository,
  one: string,
  other: string,
): Promise<readonly string[]> =>
  (await differences(askStore(repository), one, other)).map(({ name }) => name);

/** Names of uncommitted changes that the base contains on top of its parent; empty: a commit of the user. */
export const usersChanges = async (
  repository: Repository,
  base: string,
): Promise<readonly string[]> => {
  const told = await inStore(repository, ["log", "-1", "--format=%ce%n%s%n%P", base], {
    also: [128],
  });
  const [email, subject, below = ""] = lineOf(told).split("\n");
  return email === "cairn@cairn.invalid" && subject === changesSubject && below !== ""
    ? namesBetween(repository, below, base)
    : [];
};

/** Names that the merge committed with the user's content: no job changed them, and the commit before lacked them. */
export const mergedChanges = async (
  repository: Repository,
  base: string,
  from: string,
  to: string,
): Promise<readonly string[]> => {
  const names = await usersChanges(repository, base);
  if (names.length === 0) return names;
  const [merged, changed] = [
    new Set(await namesBetween(repository, from, to)),
    new Set(await namesBetween(repository, base, to)),
  ];
  return names.filter((name) => merged.has(name) && !changed.has(name));
};

/** Files of some folders that the user's last commit lacks. */
export const uncommittedBelow = async (
  repository: Repository,
  paths: readonly Path[],
): Promise<readonly Path[]> => {
  if (paths.length === 0) return [];
  const tracked = await inUsers(repository, ["ls-files", "-z", "--", ...paths]);
  if (tracked.out.length === 0) return [];
  const how = ["--porcelain", "-z", "--untracked-files=all", "--no-renames"];
  const told = await inUsers(repository, ["status", ...how, "--", ...paths]);
  return splitNames(told.out).map((line) => readable(line.slice(3)));
};
