// Writer of documents from other machines: whole, and only over the version that they follow.
import { dirname } from "node:path";
import { digest } from "../core/hash.ts";
import { parsed } from "../core/json/parsed.ts";
import { isRecord } from "../core/json/record.ts";
import type { Digest, Path } from "../core/row.ts";
import { keepAside } from "./aside.ts";
import { readCached, writeCached } from "./cached.ts";
import { absolute, confined } from "./confine.ts";
import { makeFile } from "./disk/atomic.ts";
import { onDisk } from "./disk/fault.ts";
import { makeFolder } from "./disk/make-folder.ts";
import { lookAt } from "./project/reading.ts";
import type { Keep } from "./project/late.ts";
import { finish, swap } from "./project/swap.ts";
import type { FreeDocuments, SeenDocuments } from "./workspace.ts";

const folder = "documents";
const nameOf = (run: string): string => `${digest(run)}.json`;
/** As with the user's own files: subject to the umask. */
const mode = 0o666;

const isSeen = (value: unknown): value is Digest | null =>
  value === null || typeof value === "string";

const seenIn = (home: string, run: string): SeenDocuments => {
  const read = parsed(readCached(home, folder, nameOf(run)));
  if (!isRecord(read)) return {};
  const seen: Record<Path, Digest | null> = {};
  for (const [path, name] of Object.entries(read)) if (isSeen(name)) seen[path] = name;
  return seen;
};

export const openDocuments = (home: string): FreeDocuments => ({
  seen: async (run) => seenIn(home, run),
  note: async (run, seen) => {
    const before = seenIn(home, run);
    const changed = Object.entries(seen).some(([path, name]) => before[path] !== name);
    if (changed) writeCached(home, folder, nameOf(run), JSON.stringify({ ...before, ...seen }));
  },
  bring: async (run, ground, path, bytes, over) => {
    const found = confined(ground, path);
    const place = found ?? absolute(ground.root, path);
    if (over === null) {
      if (found !== null) return false;
      onDisk("make the folder", dirname(place), () => makeFolder(dirname(place)));
      return makeFile(place, bytes, mode);
    }
    if (found === null) return false;
    const seen = lookAt(place);
    if (seen?.digest !== over) return false;
    const keep: Keep = (_, kept) => void keepAside(home, run, path, kept);
    return onDisk("write", place, () => {
      const made = swap(place, seen, bytes, keep);
      return made !== null && finish(made, keep);
    });
  },
});
