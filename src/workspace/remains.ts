// Search for leftovers of killed processes: half-written files, spool entries, torn anchors.
import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import type { Path } from "../core/row.ts";
import { tornIn } from "./anchors.ts";
import { temporaryEnd } from "./disk/atomic.ts";
import { isFolder, namesIn } from "./disk/look.ts";
import { takeAway } from "./disk/plain-file.ts";
import { asideEnd } from "./project/swap.ts";
import { remainsIn, sweepRemains } from "./spool/remains.ts";
import type { Remains } from "./workspace.ts";

/** A file is written in milliseconds, on a slow disk in seconds. */
const minuteMs = 60_000;
/** For places where only age shows that a writer is dead. */
const hourMs = 3_600_000;

const foldersIn = (folder: string): readonly string[] =>
  namesIn(folder).filter((name) => isFolder(join(folder, name)));

/** By its last change of any kind, including a link aside. */
const isOlder = (path: string, now: number, ms: number): boolean => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && now - stat.ctimeMs > ms;
};

const isTemporary = (name: string): boolean => name.startsWith(".") && name.endsWith(temporaryEnd);
const isHalf = (name: string): boolean =>
  isTemporary(name) || (name.startsWith(".") && name.endsWith(asideEnd));

/** Subfolders of Cairn's folder in which single files are created. */
const ownPlaces = (home: string): readonly string[] => {
  const below = (folder: string): readonly string[] =>
    foldersIn(folder).map((name) => join(folder, name));
  return [
    ...below(join(home, "kept")),
    ...below(join(home, "refused")),
    ...below(join(home, "spool")).flatMap(below),
  ];
};

export const openRemains = (home: string, now: () => number): Remains => ({
  inRun: async (folder, subfolders) =>
    ["", ...subfolders].flatMap((place) => {
      const at = join(folder, place);
      return namesIn(at)
        .filter((name) => isHalf(name) && isOlder(join(at, name), now(), minuteMs))
        .map((name) => join(at, name));
    }),
  own: async () =>
    ownPlaces(home).flatMap((at) =>
      namesIn(at)
        .filter((name) => isTemporary(name) && isOlder(join(at, name), now(), hourMs))
        .map((name) => join(at, name)),
    ),
  async drop(path) {
    const stillOurs =
      path.startsWith(`${home}/`) && isTemporary(basename(path)) && isOlder(path, now(), hourMs);
    if (stillOurs) takeAway(path);
  },
  entries: async () =>
    foldersIn(join(home, "spool")).flatMap((run) => remainsIn(join(home, "spool", run))),
  async dropEntries() {
    for (const run of foldersIn(join(home, "spool"))) sweepRemains(join(home, "spool", run));
  },
  tornAnchors: async (run) => tornIn(home, run),
  foldersWith: async (parent: string, file: Path) =>
    foldersIn(parent).filter((name) => namesIn(join(parent, name)).includes(file)),
  filesIn: async (folder, ending) =>
    namesIn(folder).filter((name) => !name.startsWith(".") && name.endsWith(ending)),
  cache: async () => (await import("./project/cache-state.ts")).cacheState(home),
  dropCache: async () => (await import("./project/cache-state.ts")).dropBroken(home),
});
