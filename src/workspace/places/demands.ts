// What files of a tree ask git to run: filters by attributes, commands by .gitmodules.
import { inStore, type Repository, settingOf } from "./repository.ts";

/** Names of filters that attributes request. */
export const filtersIn = (attributes: string): readonly string[] =>
  [...attributes.matchAll(/\sfilter=(\S+)/gu)].map((found) => found[1] ?? "");

/** Whether files are others without this filter. */
export const isNeeded = async (repository: Repository, name: string): Promise<boolean> =>
  name.startsWith("git-crypt") ||
  /^(?:true|yes|on|1)$/iu.test(await settingOf(repository, `filter.${name}.required`, true));

/** Git LFS is done without a filter, but has to be the user's. */
const isForeign = async (repository: Repository, name: string): Promise<boolean> =>
  name === "lfs"
    ? (await settingOf(repository, "filter.lfs.clean", true)) === ""
    : isNeeded(repository, name);

/** Addresses and updates that are commands or options. */
const commandsIn = (modules: string): readonly string[] =>
  modules.match(/^\s*(?:url\s*=\s*"?(?:ext::|-)|update\s*=\s*"?!).*$/gmu) ?? [];

const mostLine = 2_048;
/** What git refuses of its own files: lines that it doesn't read, and submodules that lead elsewhere. */
const isMalformed = (name: string, text: string): boolean =>
  name.endsWith(".gitattributes")
    ? text.split("\n").some((line) => line.length >= mostLine)
    : /^\s*\[submodule\s+"(?:[^"]*\/)?\.\.(?:\/[^"]*)?"|^\s*path\s*=\s*"?-|^\s*url\s*=.*%0a/imu.test(
        text,
      );

type Blob = { readonly name: string; readonly id: string; readonly before: string | null };

const textOf = async (repository: Repository, id: string | null): Promise<string> =>
  id === null
    ? ""
    : (await inStore(repository, ["cat-file", "blob", id], { also: [128] })).out.toString("latin1");

/** Files that ask for more than they did before, or that git refuses, by name. */
export const demandsIn = async (
  repository: Repository,
  blobs: readonly Blob[],
): Promise<ReadonlyMap<string, "demand" | "refused">> => {
  const found = new Map<string, "demand" | "refused">();
  for (const { name, id, before } of blobs) {
    if (!/(?:^|\/)\.gitattributes$|^\.gitmodules$/u.test(name)) continue;
    const [now, then] = [await textOf(repository, id), await textOf(repository, before)];
    const known = new Set([...filtersIn(then), ...commandsIn(then)]);
    const filters = filtersIn(now).filter((one) => !known.has(one));
    const foreign = await Promise.all(filters.map((one) => isForeign(repository, one)));
    if (foreign.includes(true) || commandsIn(now).some((one) => !known.has(one)))
      found.set(name, "demand");
    else if (isMalformed(name, now)) found.set(name, "refused");
  }
  return found;
};
