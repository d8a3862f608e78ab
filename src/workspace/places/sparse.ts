// Sparse checkouts: places and checkouts take the patterns of the user's own.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { digest } from "../../core/hash.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { trimmedText } from "../disk/look.ts";
import { type Ask, joinNames, splitNames } from "../git/git.ts";
import { settingsOf } from "../git/settings.ts";
import { inTree, inUsers, type Repository } from "./repository.ts";
import type { Slot } from "./slot.ts";
import { makeBeside } from "./store.ts";

const fileIn = (gitFolder: string): string => join(gitFolder, "info", "sparse-checkout");

const settingsFor = (isCone: boolean): string =>
  `[core]\n\tsparseCheckout = true\n\tsparseCheckoutCone = ${isCone}\n`;

/** The repository with a git directory for working trees that has the user's patterns, where they have some. */
export const withSparse = async (repository: Repository): Promise<Repository> => {
  const { user, folder } = repository;
  // Git is asked only where settings may say so.
  if (!/sparsecheckout|include/iu.test(settingsOf(user)) || !existsSync(fileIn(user.own)))
    return repository;
  const is = async (name: string): Promise<boolean> =>
    (await inUsers(repository, ["config", "--type=bool", "--get", name], { also: [1] })).out
      .toString()
      .trim() === "true";
  if (!(await is("core.sparseCheckout"))) return repository;
  const isCone = await is("core.sparseCheckoutCone");
  const patterns = readFileSync(fileIn(user.own));
  const sparse = join(folder, `sparse-${isCone}-${digest(patterns).slice(0, 16)}.git`);
  await makeBeside(repository, sparse, (fresh) => {
    makeFolder(join(fresh, "info"), 0o700);
    writeFileSync(fileIn(fresh), patterns);
    appendFileSync(join(fresh, "config"), settingsFor(isCone));
  });
  return { ...repository, sparse };
};

/** The same for an agent's repository: more files of it, and more settings. */
export const givenSparse = ({
  sparse,
}: Repository): { readonly files: Readonly<Record<string, string>>; readonly settings: string } =>
  sparse === undefined
    ? { files: {}, settings: "" }
    : {
        files: { "info/sparse-checkout": readFileSync(fileIn(sparse), "utf8") },
        settings: settingsFor(basename(sparse).startsWith("sparse-true")),
      };

const markOf = ({ folder }: Slot): string => join(folder, "sparse");
const patternsOf = ({ sparse }: Repository): string =>
  sparse === undefined ? "" : basename(sparse);
/** Whether the slot was filled by these patterns. */
export const isAsSparse = (repository: Repository, slot: Slot): boolean =>
  (trimmedText(markOf(slot)) ?? "") === patternsOf(repository);
export const markSparse = (repository: Repository, slot: Slot): void => {
  if (!isAsSparse(repository, slot)) writeFileSync(markOf(slot), patternsOf(repository));
};

/** Names that may be missing in a place: all but those that were checked out there. */
export const absentIn = async (
  repository: Repository,
  slot: Slot,
): Promise<{ has(name: string): boolean } | null> => {
  if (repository.sparse === undefined) return null;
  const lines = splitNames((await inTree(repository, slot, ["ls-files", "-z", "-t"])).out);
  const there = new Set(lines.flatMap((line) => (line.startsWith("S ") ? [] : [line.slice(2)])));
  return { has: (name) => !there.has(name) };
};

/** After an index took another commit without its files: what is missing lies outside of the patterns. */
export const skipMissing = async ({ sparse }: Repository, ask: Ask): Promise<void> => {
  if (sparse === undefined) return;
  const names = splitNames((await ask(["ls-files", "-z", "--deleted"])).out);
  if (names.length > 0)
    await ask(["update-index", "-z", "--skip-worktree", "--stdin"], { input: joinNames(names) });
};
