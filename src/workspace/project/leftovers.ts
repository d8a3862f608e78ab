// Cleanup of half-written and linked-aside files after a kill; saves edits among them.
import { lstatSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { digest } from "../../core/hash.ts";
import type { Digest, Path } from "../../core/row.ts";
import { temporaryEnd } from "../disk/atomic.ts";
import { namesIn } from "../disk/look.ts";
import { ownBytes, readPlain } from "../disk/plain-file.ts";
import { asideEnd, type Keep, putBack } from "./swap.ts";

const inode = (path: string): number | null =>
  lstatSync(path, { throwIfNoEntry: false })?.ino ?? null;

/** The original name of a hidden one: `.NAME.<12 hex>.END`. */
const nameOf = (hidden: string, end: string): string => hidden.slice(1, -(end.length + 13));

/** Only under the lock: then their creator is dead. `ours`: known digests of a path. */
export const sweepLeftovers = (
  folder: string,
  paths: Iterable<Path>,
  ours: (path: Path, digest: Digest) => boolean,
  keep: Keep,
): void => {
  const places = new Set<string>([""]);
  for (const path of paths) places.add(dirname(path) === "." ? "" : `${dirname(path)}/`);
  for (const place of places) {
    for (const hidden of namesIn(join(folder, place))) {
      if (!hidden.startsWith(".")) continue;
      const at = join(folder, place, hidden);
      if (hidden.endsWith(temporaryEnd)) unlinkSync(at);
      if (!hidden.endsWith(asideEnd)) continue;
      const path = `${place}${nameOf(hidden, asideEnd)}`;
      const target = join(folder, path);
      const bytes = readPlain(at, ownBytes);
      const standing = readPlain(target, ownBytes);
      const stood = standing === null ? null : digest(standing);
      const saved =
        bytes === null ||
        bytes.length === 0 ||
        inode(at) === inode(target) ||
        ours(path, digest(bytes)) ||
        digest(bytes) === stood;
      if (saved) unlinkSync(at);
      else if (stood === null || ours(path, stood)) putBack(target, at, stood, keep);
      else {
        keep(target, bytes);
        unlinkSync(at);
      }
    }
  }
};
