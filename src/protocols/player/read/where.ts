// Name and archive status of an adopted session, from its folder's location.
import { type Refusal, refuse } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";

export type Where = {
  readonly session: string;
  readonly archived: boolean;
  /** Absolute path. */ readonly root: Path;
};

/** Refused: PLACE_UNFIT. */
export const whereOf = (folder: Path): Where | Refusal => {
  const [, root, archive, session] =
    /^(.*)\/\.workflow\/sessions\/(archive\/)?([^/]+)$/u.exec(folder) ?? [];
  if (
    root === undefined ||
    session === undefined ||
    (session === "archive" && archive === undefined)
  )
    return refuse("PLACE_UNFIT", "the folder doesn't lie where session folders do", {
      path: folder,
      fits: ".workflow/sessions/NAME or .workflow/sessions/archive/NAME in the working tree: put it there, then adopt it from there",
    });
  return { session, archived: archive !== undefined, root };
};

/** Returns the template's path relative to the folder; null if it is outside the working tree or not a path. */
export const fromFolder = ({ archived, root }: Where, path: string): Path | null => {
  const inside = path.startsWith(`${root}/`)
    ? path.slice(root.length + 1)
    : path.replace(/^(?:\.\/)+/u, "");
  if (
    inside === "" ||
    inside.startsWith("/") ||
    inside.startsWith("~") ||
    inside.includes("\0") ||
    inside.split("/").includes("..")
  )
    return null;
  return `${"../".repeat(archived ? 4 : 3)}${inside}`;
};
