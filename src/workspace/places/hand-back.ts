// Hand-back of a conflict to its agent: the place contains the half-done merge.
import { isLockFile } from "../../core/checks/lock-files.ts";
import type { Path } from "../../core/row.ts";
import { readable, splitNames } from "../git/git.ts";
import type { Site } from "../places.ts";
import { moveSlot } from "./move.ts";
import { rested } from "./link.ts";
import { ownLfsWords, type Repository, signedBy } from "./repository.ts";
import { placeOf, writeRecord } from "./slot.ts";

export const handBack = async (
  repository: Repository,
  site: Site,
  key: string,
  work: string,
  onto: string,
): Promise<readonly Path[]> => {
  const head = await rested(repository, site, onto, work);
  const owner = placeOf(site, key);
  const slot = await moveSlot(repository, owner, work);
  const record = { ...owner, kib: 0 };
  // A kill during the merge leaves an unknown state: the place is then rebuilt.
  writeRecord(slot, { ...record, at: null, merging: null });
  const ask = (args: readonly string[], also: readonly number[] = []) =>
    repository.git({
      cwd: slot.tree,
      args: [...ownLfsWords(repository), ...args],
      also,
      env: { GIT_DIR: `${slot.tree}/.git`, GIT_WORK_TREE: slot.tree, ...signedBy() },
    });
  await ask(["merge", "-q", "--no-commit", "--no-ff", "--allow-unrelated-histories", head], [1]);
  const open = splitNames((await ask(["diff", "--name-only", "--diff-filter=U", "-z"])).out);
  const locks = open.filter((name) => isLockFile(readable(name))).map(readable);
  // Lock files are no agent's to merge: they hold what landed until their program makes them anew.
  for (const path of locks) {
    const taken = await ask(["checkout", "-q", head, "--", `:(literal)${path}`], [1]);
    if (taken.exit !== 0) await ask(["rm", "-q", "-f", "--", `:(literal)${path}`]);
  }
  const files = open.filter((name) => !locks.includes(readable(name)));
  writeRecord(slot, { ...record, at: work, merging: { head, files } });
  return files.map(readable);
};
