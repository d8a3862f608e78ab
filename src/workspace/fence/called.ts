// Which stores a repository calls for: by the files that it tracks, and by the commands of a job.
import { basename, extname } from "node:path";
import { git, splitNames } from "../git/git.ts";
import { inStore, inUsers, repositoryAt } from "../places/repository.ts";
import type { FenceAsk } from "./fence.ts";
import type { Store } from "./stores.ts";

/** Names without their folders; null: no repository. */
const namesOf = async ({ root, work }: FenceAsk): Promise<readonly string[] | null> => {
  try {
    const repository = repositoryAt(root, git);
    if (repository === null) return null;
    const { out } =
      work.commit === null
        ? await inUsers(repository, ["ls-files", "-z"])
        : await inStore(repository, [
            "ls-tree",
            "-r",
            "-z",
            "--full-tree",
            "--name-only",
            work.commit,
          ]);
    return splitNames(out).map((path) => basename(path));
  } catch {
    return null;
  }
};

/** Without a repository that can be read every store is called for. */
export const calledFor = async (ask: FenceAsk): Promise<(store: Store) => boolean> => {
  const names = await namesOf(ask);
  if (names === null) return () => true;
  const files = new Set([...names, ...names.map((name) => `*${extname(name)}`)]);
  // A shell's script names its programs among others.
  const words = new Set(
    ask.work.commands
      .flat()
      .flatMap((word) => word.split(/[\s"'`;&|()$=]+/u).map((path) => basename(path))),
  );
  return (store) =>
    store.files.some((name) => files.has(name)) || store.programs.some((name) => words.has(name));
};
