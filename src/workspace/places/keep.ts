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

/** Copies a commit of the store into the user's repository, without a reference yet. */
export const bringToUser = async (
  repository: Repository,
  site: Site,
  commit: string,
): Promise<void> => {
  const had = await known(repository, site);
  await bringLfs(repository, commit, had);
  await carryOut(repository, commit, had);
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

/** Keeps what the agents of a landing committed, beside it: the landing itself has one parent. */
const keepWork = async (
  repository: Repository,
  site: Site,
  n: number,
  commit: string,
): Promise<void> => {
  const works = await workIn(repository, site, commit);
  for (const work of works) await bringToUser(repository, site, work);
  const refs = works.map((work, at) => `update ${workRefOf(site, n, at)} ${work}\n`);
  const input = refs.join("");
  if (input !== "") await updateRef(inUsers, repository, ["--stdin"], { input, env: durable });
};

/** Returns the reference's previous commit. */
export const keep = async (
  repository: Repository,
  site: Site,
  n: number,
  commit: string,
): Promise<string | null> => {
  const before = await refAt(repository, `${landRefs(site)}${n}`);
  if (before === commit) return before;
  if (n > 0) await keepWork(repository, site, n, commit);
  await bringToUser(repository, site, commit);
  await keepThere(repository, site, n, commit);
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
