// What checks may count on in a clean checkout: each begins on the commit that its proof names.
import type { Path } from "../../core/row.ts";
import type { SpoolJob, Workspace } from "../../workspace/workspace.ts";

/** Puts the checkout back; the files of its commit that weren't as they are there. null: the job has none of its own. */
export const settlerOf = async (workspace: Workspace, { spot, lease }: SpoolJob): Promise<(() => Promise<readonly Path[]>) | null> => {
  if (spot === undefined || spot.takes) return null;
  const { key, lent, root } = spot;
  const places = await workspace.places();
  const site = { root, run: lease.run, documents: [] };
  const began = await places.settle(site, key, null);
  // Copies of the run's documents are as they stand now.
  const was = { ...began, changed: began.changed.filter((path) => lent !== null && path.startsWith(`${lent.folder}/`)) };
  await places.settle(site, key, was);
  return async () => (await places.settle(site, key, was)).changed;
};
