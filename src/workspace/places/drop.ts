// Removal of a run's places and, on request, of its branch.
import { Fault } from "../../core/refusal.ts";
import type { Site } from "../places.ts";
import { isCheckedOut } from "./branch.ts";
import { setupsOf } from "./copy-setup.ts";
import { removeGiven } from "./given.ts";
import { releaseRun } from "./pool.ts";
import { removeWhole } from "./remove.ts";
import {
  asideRefs,
  branchRef,
  isLanding,
  landRefs,
  linkRefs,
  refAt,
  refsBelow,
  workRefs,
} from "./refs.ts";
import { inStore, inUsers, type Repository } from "./repository.ts";
import { setAside } from "./theirs.ts";
import { lineOf } from "../git/git.ts";
import { updateRef } from "./update-ref.ts";

const removeRefs = async (
  ask: typeof inStore,
  repository: Repository,
  prefix: string,
): Promise<void> => {
  const refs = await refsBelow(ask, repository, prefix);
  const input = refs.map(({ ref, commit }) => `delete ${ref} ${commit}\n`).join("");
  if (input !== "") await updateRef(ask, repository, ["--stdin"], { input });
};

/** Commits on the branch that no landing contains belong to persons: they are set aside. */
const removeBranch = async (repository: Repository, site: Site, branch: string): Promise<void> => {
  const ref = branchRef(branch);
  const commit = await refAt(repository, ref);
  if (commit === null) return;
  const landed = (await refsBelow(inUsers, repository, landRefs(site)))
    .filter(isLanding)
    .map((one) => `^${one.commit}`);
  const own = lineOf(await inUsers(repository, ["rev-list", "--max-count=1", commit, ...landed]));
  if (own !== "") await setAside(repository, site, commit);
  await updateRef(inUsers, repository, ["-d", ref, commit]);
};

export const drop = async (
  repository: Repository,
  site: Site,
  branch: string | null,
): Promise<readonly string[]> => {
  if (branch !== null && (await isCheckedOut(repository, branch)))
    throw new Fault(
      "BRANCH_CHECKED_OUT",
      `the branch ${branch} is checked out, and nothing was dropped`,
      "check another branch out there (`git switch`), then repeat",
    );
  await releaseRun(repository, site.run);
  await removeWhole(setupsOf(repository, site.run));
  await removeGiven(repository, site.run);
  await removeRefs(inStore, repository, workRefs(site));
  await removeRefs(inStore, repository, linkRefs(site));
  // New objects of another process have no reference yet, but are young.
  await inStore(repository, ["prune", "--expire=2.hours.ago"]);
  if (branch !== null) {
    await removeBranch(repository, site, branch);
    await removeRefs(inUsers, repository, landRefs(site));
  }
  return (await refsBelow(inUsers, repository, asideRefs(site))).map(({ ref }) => ref);
};
