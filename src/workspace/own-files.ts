// Additions to files that people own in the working tree; never removes anything.
import { dirname, join, normalize } from "node:path";
import type { Path } from "../core/row.ts";
import { utf8Text } from "../core/utf8.ts";
import { keepAside } from "./aside.ts";
import { confined, realRoot } from "./confine.ts";
import { makeFile, replaceFile } from "./disk/atomic.ts";
import { onDisk } from "./disk/fault.ts";
import { makeFolder } from "./disk/make-folder.ts";
import { readPlain } from "./disk/plain-file.ts";
import type { Projections } from "./project/projections.ts";
import type { OwnFiles } from "./workspace.ts";

/** As with the user's own files: subject to the umask. */
const mode = 0o666;

/** The real location of a path below the root. Fault PATH_OUTSIDE: the path leads out. */
const placeIn = (root: string, path: Path): string => {
  const ground = { root, place: null, ignores: [] };
  return confined(ground, path) ?? join(realRoot(ground), normalize(path));
};

const make = (path: string): void =>
  void onDisk("make the folder", dirname(path), () => makeFolder(dirname(path)));

export const openOwnFiles = (
  home: string,
  root: string,
  projections: () => Promise<Projections>,
): OwnFiles => ({
  add: async (path, text) => {
    const place = placeIn(root, path);
    make(place);
    return makeFile(place, text, mode);
  },
  rewrite: async (path, change) => {
    const place = placeIn(root, path);
    make(place);
    return (await projections()).alone(() => {
      const bytes = readPlain(place);
      const text = bytes === null ? null : utf8Text(bytes);
      // Invalid UTF-8 counts as unreadable, like invalid JSON.
      const { text: made, broken } = change(bytes === null ? null : (text ?? ""));
      const kept = broken && bytes !== null ? keepAside(home, "shared", path, bytes) : null;
      if (made !== text) replaceFile(place, made, mode);
      return kept;
    });
  },
});
