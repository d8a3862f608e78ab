// Path rules of plans: git, ledger, engine and other runs are out of bounds.
import { refuse, type Refusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import type { State } from "../state.ts";
import { freeFolders, home, place } from "../units.ts";

type Ground = Pick<State, "slug" | "archive">;

/** Removes `./`, double slashes and surrounding spaces; keeps a trailing slash, which means a folder. */
export const tidyPath = (path: string): Path =>
  path
    .trim()
    .replaceAll(/\/{2,}/gu, "/")
    .replaceAll(/(?<=^|\/)(?:\.\/)+/gu, "");

const reserved: ReadonlySet<string> = new Set([".git", ".cairn"]);

/** Checks each alternative in braces, so that none leads outside. */
const partsOf = (path: Path): readonly string[] => path.split(/[/\\{},]/u);

const ownedBy = (ground: Ground, path: Path): string | null => {
  const at = path.search(/[*?{[]/u);
  const fixed = (at === -1 ? path : path.slice(0, at)).replace(/\/+$/u, "");
  if (fixed !== home && !fixed.startsWith(`${home}/`)) return null;
  const own = `${place(ground)}/`;
  if (!fixed.startsWith(own)) return "lies in the folder of runs, which the engine keeps";
  const first = fixed.slice(own.length).split("/")[0] ?? "";
  return freeFolders.includes(first) ? null : "is a file that the engine keeps";
};

/** Why a path or glob, relative to the working tree, leads outside of what a unit may touch; null if it doesn't. Links are checked when they are read. */
export const leadsOut = (ground: Ground, path: Path): string | null => {
  if (/[\u0000-\u001f]/u.test(path)) return "holds control characters";
  if (/^(?:[/~\\]|[A-Za-z]:[/\\])/u.test(path)) return "is absolute";
  const parts = partsOf(path).map((part) => part.trim());
  if (parts.includes("..")) return "leads upward";
  const kept = parts.find((part) => reserved.has(part.toLowerCase()));
  return kept === undefined ? ownedBy(ground, path) : `lies in ${kept}`;
};

export const pathFindings = (ground: Ground, path: Path, pointer: string): readonly Refusal[] => {
  const why = leadsOut(ground, path);
  if (why === null) return [];
  return [
    refuse("PATH_OUTSIDE", `${path.slice(0, 200)} ${why}`, {
      pointer,
      fits: "a path or glob from the working tree's top",
    }),
  ];
};
