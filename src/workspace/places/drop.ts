// The end of a run's places, and, where it is asked for, of its branch.
import { Fault } from "../../core/refusal.ts";
import { runName } from "../anchors.ts";
import type { Site } from "../places.ts";
import { branchRef, isCheckedOut } from "./branch.ts";
import { landRefs, refAt } from "./keep.ts";
import { releaseRun } from "./pool.ts";
import { inStore, inUsers, lineOf, type Repository } from "./repository.ts";
import { workRefs } from "./work-ref.ts";

type Ask = typeof inStore;

const refsBelow = async (
  ask: Ask,
  repository: Repository,
  prefix: string,
): Promise<readonly (readonly [ref: string, commit: string])[]> => {
  const { out } = await ask(repository, ["for-each-ref", "--format=%(refname) %(objectname)", prefix]);
  const lines = out
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]);
};

const removeRefs = async (ask: Ask, repository: Repository, prefix: string): Promise<void> => {
  const refs = await refsBelow(ask, repository, prefix);
  const input = refs.map(([ref, commit]) => `delete ${ref} ${commit}\n`).join("");
  if (input !== "") await ask(repository, ["update-ref", "--no-deref", "--stdin"], { input });
};

/** Commits on the branch that no landing holds are somebody's: they are kept aside. */
const removeBranch = async (repository: Repository, site: Site, branch: string): Promise<void> => {
  const commit = await refAt(repository, branchRef(branch));
  if (commit === null) return;
  const landed = (await refsBelow(inUsers, repository, landRefs(site))).map(([, one]) => `^${one}`);
  const own = lineOf(await inUsers(repository, ["rev-list", "--max-count=1", commit, ...landed]));
  if (own !== "") await inUsers(repository, ["update-ref", `refs/cairn-aside/${runName(site.run)}/${commit}`, commit]);
  await inUsers(repository, ["update-ref", "-d", branchRef(branch), commit]);
};

export const drop = async (repository: Repository, site: Site, branch: string | null): Promise<void> => {
  if (branch !== null && (await isCheckedOut(repository, branch)))
    throw new Fault(
      "BRANCH_CHECKED_OUT",
      `the branch ${branch} is checked out, and nothing was dropped`,
      "check another branch out there (`git switch`), then repeat",
    );
  await releaseRun(repository, site.run);
  await removeRefs(inStore, repository, workRefs(site));
  // What another process has just made has no reference yet: it is young.
  await inStore(repository, ["prune", "--expire=2.hours.ago"]);
  if (branch === null) return;
  await removeBranch(repository, site, branch);
  await removeRefs(inUsers, repository, landRefs(site));
};
