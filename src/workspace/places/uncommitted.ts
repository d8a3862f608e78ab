// Files of some folders that the user's last commit lacks.
import type { Path } from "../../core/row.ts";
import { readable, splitNames } from "../git/git.ts";
import { inUsers, type Repository } from "./repository.ts";

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
