// Landings as the user's repository keeps them: durable, under references that no branch shows.
import { headOf } from "../git/head.ts";
import type { Site } from "../places.ts";
import { carryOut } from "./carry.ts";
import { bringLfs } from "./lfs.ts";
import { workIn } from "./link.ts";
import { landRefs, refAt, refsBelow, workRefOf } from "./refs.ts";
import { descends, durable, inUsers, type Repository } from "./repository.ts";
import { updateRef } from "./update-ref.ts";

/** A run's commits in the user's repository, and HEAD, usually read from a file. */
const known = async (repository: Repository, site: Site): Promise<readonly string[]> => {
  const refs = await refsBelow(inUsers, repository, landRefs(site));
  const head = await headOf(repository.user);
  return [...refs.map(({ commit }) => commit), ...(head === null ? [] : [head])];
};

/** Copies commits of the store into the user's repository, without a reference yet. */
export const bringToUser = async (
  repository: Repository,
  site: Site,
  ...commits: readonly string[]
): Promise<void> => {
  const had = await known(repository, site);
  for (const commit of commits) await bringLfs(repository, commit, had);
  await carryOut(repository, commits, had);
};

/** Creates a reference to a commit that is in the user's repository. */
export const keepThere = async (
  repository: Repository,
  site: Site,
  n: number,
  commit: string,
): Promise<void> => {
  await updateRef(inUsers, repository, [`${landRefs(site)}${n}`, commit], { env: durable });
};

/** Keeps beside a landing, which has one parent, what its agents committed; both in one step. Returns the reference's previous commit. */
export const keep = async (
  repository: Repository,
  site: Site,
  n: number,
  commit: string,
): Promise<string | null> => {
  const before = await refAt(repository, `${landRefs(site)}${n}`);
  if (before === commit) return before;
  const works = n > 0 ? await workIn(repository, site, commit) : [];
  await bringToUser(repository, site, ...works, commit);
  const refs = works.map((work, at) => `update ${workRefOf(site, n, at)} ${work}\n`);
  const input = `${refs.join("")}update ${landRefs(site)}${n} ${commit}\n`;
  await updateRef(inUsers, repository, ["--stdin"], { input, env: durable });
  return before;
};

export const follow = async (
  repository: Repository,
  site: Site,
  n: number,
  commit: string,
): Promise<void> => {
  const before = await refAt(repository, `${landRefs(site)}${n}`);
  if (before === null || !(await descends(repository, commit, before)))
    await keep(repository, site, n, commit);
};
