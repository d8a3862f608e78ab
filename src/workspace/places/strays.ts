// Unchecked-out work in a place's own repository: branches, a stash.
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { agentsHead, bringCommits, refsIn } from "./agents-git.ts";
import type { Site } from "../places.ts";
import { givenOf, isGiven } from "./given.ts";
import { ownRecord } from "./pool.ts";
import { descends, type Repository } from "./repository.ts";
import { hasTree, placeOf, slotOf } from "./slot.ts";

const nameOf = (ref: string): string =>
  ref === "refs/stash"
    ? "the stash"
    : ref.startsWith("refs/heads/")
      ? `branch ${ref.slice("refs/heads/".length)}`
      : ref;

/** Maximum of names read. */
const most = 1_000;

const below = (folder: string, prefix: string): readonly string[] =>
  lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    ? readdirSync(folder, { withFileTypes: true })
        .slice(0, most)
        .flatMap((entry) => {
          const name = `${prefix}/${entry.name}`;
          return entry.isDirectory()
            ? below(join(folder, entry.name), name)
            : entry.isFile()
              ? [name]
              : [];
        })
    : [];

/** Names of work that HEAD there doesn't contain. */
export const straysIn = async (
  repository: Repository,
  site: Site,
  key: string,
): Promise<readonly string[]> => {
  const owner = placeOf(site, key);
  const slot = slotOf(repository, owner);
  const at = ownRecord(repository, owner)?.at ?? null;
  if (at === null || !hasTree(slot)) return [];
  const head = agentsHead(slot) ?? at;
  const isAsGiven = isGiven(await givenOf(repository, site.run, at));
  const refs = refsIn(slot, below(join(slot.tree, ".git", "refs"), "refs")).filter(
    ({ ref, commit }) => commit !== head && commit !== at && !isAsGiven(ref, commit),
  );
  if (refs.length === 0) return [];
  if (head !== at) await bringCommits(repository, slot, head, at);
  const strays: string[] = [];
  for (const { ref, commit } of refs)
    if (!(await descends(repository, commit, head))) strays.push(nameOf(ref));
  return strays;
};
