// Cleanup of half-written and set-aside files after a kill; edits among them go back to their names.
import { unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Digest, Path } from "../../core/row.ts";
import { temporaryEnd } from "../disk/atomic.ts";
import { emptyDigest } from "../disk/content.ts";
import { namesIn } from "../disk/look.ts";
import { asideEnd, digestAt, giveBack, type Keep } from "./swap.ts";

/** The original name of a hidden one: `.NAME.<12 hex>.END`. */
const nameOf = (hidden: string, end: string): string => hidden.slice(1, -(end.length + 13));

/** Only under the lock: then their creator is dead. `ours`: known digests of a path. */
export const sweepLeftovers = (
  folder: string,
  paths: Iterable<Path>,
  ours: (path: Path, digest: Digest) => boolean,
  keep: Keep,
): void => {
  const places = new Set([...paths].map((path) => dirname(path)));
  for (const place of places.add("."))
    for (const hidden of namesIn(join(folder, place))) {
      if (!hidden.startsWith(".")) continue;
      const at = join(folder, place, hidden);
      if (hidden.endsWith(temporaryEnd)) unlinkSync(at);
      if (!hidden.endsWith(asideEnd)) continue;
      const path = join(place, nameOf(hidden, asideEnd));
      const target = join(folder, path);
      const old = digestAt(at);
      const isEdit =
        old !== null && old !== emptyDigest && !ours(path, old) && digestAt(target) !== old;
      if (isEdit) giveBack(target, at, (found) => ours(path, found), keep);
      else unlinkSync(at);
    }
};
