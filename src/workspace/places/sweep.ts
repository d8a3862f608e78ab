// Sweep of a repository's places for remains of killed calls.
import { statSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../disk/look.ts";
import { sweepSetups } from "./copy-setup.ts";
import { removeWhole } from "./remove.ts";
import type { Repository } from "./repository.ts";

/** No call takes longer. */
const oldMs = 3_600_000;

const isOld = (path: string): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > oldMs;
};

export const sweepLeft = async (repository: Repository): Promise<void> => {
  const { folder } = repository;
  const left = namesIn(folder)
    .filter((name) => name.startsWith("index.") || name.startsWith("store.git."))
    .map((name) => join(folder, name));
  const incoming = namesIn(join(folder, "incoming")).map((name) => join(folder, "incoming", name));
  for (const path of [...left, ...incoming]) if (isOld(path)) await removeWhole(path);
  await sweepSetups(repository);
};
