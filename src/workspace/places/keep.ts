// Landings as the user's repository keeps them: durable, under references that no branch shows.
import { runName } from "../anchors.ts";
import type { Site } from "../places.ts";
import { carryOut } from "./carry.ts";
import { durable, inUsers, lineOf, type Repository } from "./repository.ts";

export const landRefs = ({ run }: Pick<Site, "run">): string => `refs/cairn-land/${runName(run)}/`;

/** What a reference of the user's names; null: there is none. */
export const refAt = async (repository: Repository, ref: string): Promise<string | null> =>
  lineOf(await inUsers(repository, ["rev-parse", "--verify", "--quiet", ref], { also: [1] })) || null;

/** The commits that the user's repository keeps of a run, and HEAD. */
const known = async (repository: Repository, site: Site): Promise<readonly string[]> => {
  const refs = await inUsers(repository, ["for-each-ref", "--format=%(objectname)", landRefs(site)]);
  const head = await refAt(repository, "HEAD");
  return [...refs.out.toString("latin1").split("\n"), ...(head === null ? [] : [head])];
};

/** Brings a commit of the store into the user's repository; nothing there names it yet. */
export const bringToUser = async (repository: Repository, site: Site, commit: string): Promise<void> =>
  carryOut(repository, commit, await known(repository, site));

export const keep = async (repository: Repository, site: Site, n: number, commit: string): Promise<void> => {
  const ref = `${landRefs(site)}${n}`;
  if ((await refAt(repository, ref)) === commit) return;
  await bringToUser(repository, site, commit);
  await inUsers(repository, ["update-ref", "--no-deref", ref, commit], { env: durable });
};
