// A run's landings, as the places port compares them with a checkout.
import { type Site, siteOf } from "../../landing/site.ts";
import type { LandedSpan } from "../../workspace/workspace.ts";
import type { DoorParts } from "../runner-parts.ts";

type Runs = Pick<DoorParts, "engine" | "folds">;

/** A run that began on another one's branch goes on with that one's work, which is delivered with it. */
const firstBase = async ({ engine, folds }: Runs, { base, branch: own }: Site): Promise<string> => {
  const { branch } = base;
  if (branch === null || branch === own || !/^cairn[/-]/u.test(branch)) return base.commit;
  for (const { run } of await engine.ledger.runs()) {
    const site = siteOf((await folds.newest(run))?.state);
    if (site?.branch === branch && !site.dropped && site.base.branch !== own)
      return firstBase({ engine, folds }, site);
  }
  return base.commit;
};

export const spanOf = async (runs: Runs, site: Site): Promise<LandedSpan> => ({
  base: await firstBase(runs, site),
  head: site.head.commit,
  delivered: site.delivery,
});
