// A job's own view of the user's caches and stores: warm, writable, and discarded with the job.
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { Path } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import { isFolder, realOr } from "../disk/look.ts";
import { executable } from "../programs.ts";
import type { Fence, FenceAsk } from "./fence.ts";
import { beforeOverlays, insideOverlays, type Overlays, overlayIn } from "./overlay.ts";
import { type Store, stores } from "./stores.ts";

export type OwnStores = Pick<Fence, "mounts"> & {
  /** Variables that name a folder for each cache that the user doesn't have. */
  readonly env: Readonly<Record<string, string>>;
  /** Command line in front of bubblewrap's that makes the overlays. */
  readonly before: readonly string[];
  readonly inside: readonly string[];
};

type Env = FenceAsk["env"];

/** GOPATH may name several: the first holds modules. */
const usersFolder = ({ folder, variable }: Store, env: Env, home: Path): Path => {
  const [named = ""] = variable === null ? [] : (env[variable.name] ?? "").split(delimiter);
  return isAbsolute(named) ? join(named, variable?.within ?? "") : join(home, folder);
};

const hasProgram = (name: string, env: Env): boolean =>
  (env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => isAbsolute(folder) && executable(join(folder, name)) !== null);

/** A folder that the user opened to jobs is his own, and one around the home or the tree is no cache. */
const isServed = (at: Path, { root, writable }: FenceAsk, home: Path, own: Path): boolean =>
  ![home, realOr(root), own].some((path) => isWithin(at, path)) &&
  !writable.some((path) => isWithin(realOr(path.replace(/^~(?=\/)/u, () => home)), at));

/**
 * @param top folder of this fence that its programs don't see
 * @param temp its folder for temporary files, within at /tmp, `~/.cache` and `~/.npm`
 * @param isCalled whether a store is worth its mount: the others are as where the system makes none
 */
export const openStores = (
  ask: FenceAsk,
  top: Path,
  temp: Path,
  overlays: Overlays | null,
  isCalled: (store: Store) => boolean,
): OwnStores => {
  const { env } = ask;
  const home = realOr(env["HOME"] ?? homedir());
  // Below them all that is missing can be made: they are temporary folders.
  const covered = [".cache", ".npm"].map((name) => realOr(join(home, name))).filter(isFolder);
  const isCovered = (at: Path): boolean => covered.some((outer) => isWithin(outer, at));
  const mounts: { at: Path; folder: Path }[] = [];
  const lines: string[] = [];
  const named: Record<string, string> = {};
  for (const [n, one] of stores.entries()) {
    const users = usersFolder(one, env, home);
    const at = realOr(users);
    const folder = join(top, String(n));
    if (isFolder(at)) {
      if (!isServed(at, ask, home, top) || mounts.some((other) => other.at === at)) continue;
      const isOverlaid = overlays !== null && isCalled(one);
      if (!isOverlaid && (one.readOnly || isCovered(at))) continue;
      mounts.push({ at, folder: join(folder, "all") });
      if (isOverlaid) lines.push(overlayIn(folder, at));
      else mkdirSync(join(folder, "all"), { recursive: true, mode: 0o700 });
    } else if (one.variable !== null && !isCovered(at) && hasProgram(one.programs[0] ?? "", env)) {
      mkdirSync(join(temp, "caches"), { recursive: true, mode: 0o700 });
      named[one.variable.name] = `/tmp/caches/${one.programs[0]}-${n}`;
    }
  }
  if (overlays === null || lines.length === 0)
    return { mounts, env: named, before: [], inside: [] };
  const table = join(top, "table");
  writeFileSync(table, lines.join(""));
  return { mounts, env: named, before: beforeOverlays(overlays, table), inside: insideOverlays() };
};
