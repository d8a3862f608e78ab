// Warning that more places are active than the pool keeps.
import type { Engine } from "../engine.ts";

/** null: there is room. */
export const crowdWords = async (
  { workspace }: Pick<Engine, "workspace">,
  root: string,
): Promise<string | null> => {
  const { busy, most } = await (await workspace.places()).atWork(root);
  return busy <= most
    ? null
    : `${busy} places and checkouts are at work for this repository, more than the ${most} that are kept: until some are given back each job's is made anew, and takes that much longer`;
};
