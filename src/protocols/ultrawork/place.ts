// Folder of an ultrawork run, from its start and from its archiving.
import type { Path } from "../../core/row.ts";
import type { State } from "./state.ts";

/** `~` stays unexpanded, so that an export fits another machine. */
export const place = (state: Pick<State, "home" | "team" | "session" | "archived">): Path =>
  `${state.home}/${state.team}/${state.archived ? "archive" : "sessions"}/${state.session}`;

/**
 * The path from the run's folder to what lies in it, named as the folder is kept or as agents see it (`~` as somebody's home folder);
 * null: named otherwise. Whose home it was is not asked: what is read lies below the folder in any case.
 */
export const belowPlace = (folder: Path, path: Path): Path | null => {
  if (path.startsWith(`${folder}/`)) return path.slice(folder.length + 1);
  if (!folder.startsWith("~/") || !path.startsWith("/")) return null;
  const kept = `${folder.slice(1)}/`;
  const at = path.indexOf(kept);
  return at < 0 ? null : path.slice(at + kept.length);
};
