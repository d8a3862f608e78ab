// Confinement of paths from plans and reports to the working tree, links resolved.
import { lstatSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { Fault } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";
import { isWithin } from "../core/within.ts";
import { diskFault, errorCode, isMissing } from "./disk/fault.ts";
import { realOr } from "./disk/look.ts";
import type { Ground } from "./ground.ts";

/** Absolute form: `~` is the user's home folder, other paths are relative to `root`. */
export const absolute = (root: string, path: Path): string => {
  if (path === "~" || path.startsWith("~/")) return normalize(join(homedir(), path.slice(1)));
  return isAbsolute(path) ? normalize(path) : join(root, path);
};

const hint =
  "name a file inside of the working tree or the run's folder, by its path from the working tree's top";
export const outside = (path: Path): Fault =>
  new Fault(
    "PATH_OUTSIDE",
    `${JSON.stringify(path)} leads out of the working tree and the run's folder`,
    hint,
  );
export const circular = (path: Path): Fault =>
  new Fault("PATH_OUTSIDE", `${JSON.stringify(path)} leads to itself, by links`, hint);

/** The real path of a file below root or place, symbolic links resolved; null: missing. Fault PATH_OUTSIDE. */
export const confined = (ground: Ground, path: Path): string | null => {
  if (path.includes("\0")) throw outside(path);
  const bounds = [ground.root, ...(ground.place === null ? [] : [ground.place])];
  const named = absolute(ground.root, path);
  const inside = (at: string, folders: readonly string[]): boolean =>
    folders.some((folder) => isWithin(folder, at));
  const real = bounds.map(realOr);
  if (!inside(named, bounds) && !inside(named, real)) throw outside(path);
  try {
    if (lstatSync(named, { throwIfNoEntry: false }) === undefined) {
      // A missing file must not lie behind a link that leads out either.
      let above = dirname(named);
      while (inside(above, bounds) && lstatSync(above, { throwIfNoEntry: false }) === undefined)
        above = dirname(above);
      if (inside(above, bounds) && !inside(realpathSync(above), real)) throw outside(path);
      return null;
    }
    const found = realpathSync(named);
    if (!inside(found, real)) throw outside(path);
    return found;
  } catch (error) {
    if (isMissing(error)) return null;
    if (errorCode(error) === "ELOOP") throw circular(path);
    throw diskFault(error, "look at", named);
  }
};

/** The root without symbolic links. Fault ROOT_MISSING. */
export const realRoot = (ground: Ground): string => {
  const real = realOr(ground.root);
  if (!(statSync(real, { throwIfNoEntry: false })?.isDirectory() ?? false)) {
    throw new Fault(
      "ROOT_MISSING",
      `${ground.root} is no folder (any more)`,
      "put the working tree back there, or name another with --root",
    );
  }
  return real;
};
