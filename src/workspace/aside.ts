// Store of refused hand edits, byte for byte, before their file is restored.
import { join } from "node:path";
import { Fault } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";
import { runName } from "./anchors.ts";
import { makeFile, shortName, syncFolder } from "./disk/atomic.ts";
import { diskFault } from "./disk/fault.ts";
import { namesIn } from "./disk/look.ts";
import { readPlain } from "./disk/plain-file.ts";
import { makeOwn } from "./home.ts";

/** Limit of stored refused edits per run, against writers in a loop. */
const asideLimit = 10_000;

const newest = (folder: string): number =>
  Math.max(
    0,
    ...namesIn(folder)
      .map((name) => Number.parseInt(name, 10))
      .filter(Number.isSafeInteger),
  );

/** Stores bytes as `refused/<run>/<n>-<file name>`, readable by their owner only; returns the absolute path. */
export const keepAside = (home: string, run: string, path: Path, bytes: Uint8Array): string => {
  const folder = join(home, "refused", runName(run));
  try {
    makeOwn(home, "refused", runName(run));
    for (let number = newest(folder) + 1; number <= asideLimit; number += 1) {
      const kept = join(folder, `${number}-${shortName(path)}`);
      if (makeFile(kept, bytes)) {
        syncFolder(join(home, "refused"));
        return kept;
      }
    }
  } catch (error) {
    throw diskFault(error, "keep an edit in", folder);
  }
  throw new Fault(
    "EDITS_OVERRUN",
    `${folder} holds ${asideLimit} refused edits`,
    "find what edits the run's files over and over, and clear that folder by hand",
  );
};

/** Stores a drifted file's current bytes, with the reason beside it in `.why.txt`. Fault FILE_GONE: the file no longer exists. */
export const asideFile = (
  home: string,
  run: string,
  folder: string,
  path: Path,
  why: string,
): string => {
  const bytes = readPlain(join(folder, path));
  if (bytes === null)
    throw new Fault(
      "FILE_GONE",
      `${join(folder, path)} is gone, so its edit can't be kept`,
      "repeat the command: the file is written again",
    );
  return asideBytes(home, run, path, bytes, why);
};

/** Stores other bytes, with their reason beside. */
export const asideBytes = (
  home: string,
  run: string,
  path: Path,
  bytes: Uint8Array,
  why: string,
): string => {
  const kept = keepAside(home, run, path, bytes);
  makeFile(`${kept}.why.txt`, Buffer.from(`${why}\n`));
  return kept;
};
