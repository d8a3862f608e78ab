// Slug and archive status of an adopted run, from its folder's location.
import { type Refusal, refuse } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { archiveFolder } from "../units.ts";

/** `archived`: its path relative to the root; null if it isn't in the archive. */
export type Where = { readonly slug: string; readonly archived: Path | null };

/** Removes the date of `{slug}-{YYYYMMDD}`, `-2` …; an older folder has only its slug. */
export const withoutDate = (name: string): string => name.replace(/-\d{8}(?:-\d+)?$/u, "");

/** Refusal: PLACE_UNFIT. */
export const whereOf = (folder: Path): Where | Refusal => {
  const [, archive, name] = /\/\.claude\/iterative\/(archive\/)?([^/]+)$/u.exec(folder) ?? [];
  if (name === undefined || (name === "archive" && archive === undefined))
    return refuse("PLACE_UNFIT", "the folder doesn't lie where folders of iterative runs do", {
      path: folder,
      fits: ".claude/iterative/SLUG or .claude/iterative/archive/NAME in the working tree: put it there, then adopt it from there",
    });
  return archive === undefined
    ? { slug: name, archived: null }
    : { slug: withoutDate(name), archived: `${archiveFolder}/${name}` };
};
