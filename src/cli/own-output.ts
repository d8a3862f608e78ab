// Warning about own output into the working tree: it would count as a change during checks.
import { fstatSync, readlinkSync } from "node:fs";
import { relative, sep } from "node:path";

/** The file behind a descriptor; null: none, or unknown. */
const fileOf = (descriptor: number): string | null => {
  try {
    return fstatSync(descriptor).isFile() ? readlinkSync(`/proc/self/fd/${descriptor}`) : null;
  } catch {
    return null;
  }
};

/**
 * A warning, as for `nohup cairn run` in the tree; null: none.
 * @param root the working tree, absolute
 */
export const ownOutput = (root: string, descriptors: readonly number[] = [1, 2]): string | null => {
  const inside = descriptors
    .flatMap((descriptor) => fileOf(descriptor) ?? [])
    .map((file) => relative(root, file))
    .find((path) => path !== "" && path !== ".." && !path.startsWith(`..${sep}`));
  if (inside === undefined) return null;
  return `this output goes to ${inside} in the working tree: where jobs work there, not in places, each line changes the tree under the checks, and they never hold, unless git ignores that file. Write it elsewhere, or ignore it`;
};
