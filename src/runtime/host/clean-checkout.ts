// Clean checkout for checks: each begins on the commit that its proof names.
import { join } from "node:path";
import type { Path } from "../../core/row.ts";
import type { Pin, SpoolJob, Workspace } from "../../workspace/workspace.ts";

export type CleanCheckout = {
  /** Restores the checkout; returns the files that differed from its commit. */
  readonly settle: () => Promise<readonly Path[]>;
  /** Files in which the commit differs from the run's base. */
  readonly ofRun: () => Promise<readonly Path[]>;
  /** Sets pinned paths to their content in another commit, or restores all; returns the tree to check. */
  readonly pin: (to: Pin | null) => Promise<string | null>;
};

/** null: it works in a place, which its work is taken from. */
export const checkoutFor = async (
  workspace: Workspace,
  { spot, lease }: SpoolJob,
): Promise<CleanCheckout | null> => {
  if (spot.takes) return null;
  const { base, from, key, lent, root } = spot;
  const copies = Object.keys(lent?.files ?? {}).map((path) => join(lent?.folder ?? "", path));
  const places = await workspace.places();
  const site = { root, run: lease.run, documents: [] };
  const began = await places.settle(site, key, null);
  // Copies of the run's documents keep their current content.
  const was = {
    ...began,
    changed: began.changed.filter((path) => copies.includes(path)),
  };
  if (was.changed.length < began.changed.length) await places.settle(site, key, was);
  return {
    settle: async () => (await places.settle(site, key, was)).changed,
    ofRun: async () => (await places.changes(site, base, from.commit)).map(({ path }) => path),
    pin: (to) => places.pin(site, key, to),
  };
};
