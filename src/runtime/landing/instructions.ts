// Files by which agent programs let themselves be told: a judge has those of the base, not those of the work.
import { isInstruction } from "../../core/check-files.ts";
import type { Site } from "../../landing/site.ts";
import type { PlaceSite, Spot } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";

/** Puts those that the run changed back to the base, in a checkout of a commit; undefined: there are none. */
export const asInBase = async (
  { workspace }: Engine,
  at: PlaceSite,
  key: string,
  { base }: Site,
  commit: string,
): Promise<Spot["told"]> => {
  if (commit === base.commit) return undefined;
  const places = await workspace.places();
  const changes = await places.changes(at, base.commit, commit);
  const files = changes.map(({ path }) => path).filter(isInstruction);
  if (files.length === 0) return undefined;
  const tree = await places.pin(at, key, { paths: files, commit: base.commit });
  return tree === null ? undefined : { files, tree };
};

/** What the brief says of it; empty: nothing. */
export const toldWords = (told: Spot["told"]): string =>
  told === undefined
    ? ""
    : `These files tell agents what to do, so they lie here as they were before the run: ${told.files.join(", ")}. What the work makes of each: \`git show HEAD:FILE\`.\n\n`;
