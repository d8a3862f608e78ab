// Path of a file below the run's folder, however it is written.
import type { Path } from "../../core/row.ts";

/**
 * Path relative to the run's folder, given as stored or as agents see it (`~` as any home folder); null for other paths. The owner of
 * the home folder isn't checked, because only files below the run's folder are read.
 */
export const belowPlace = (folder: Path, path: Path): Path | null => {
  if (path.startsWith(`${folder}/`)) return path.slice(folder.length + 1);
  if (!folder.startsWith("~/") || !path.startsWith("/")) return null;
  const kept = `${folder.slice(1)}/`;
  const at = path.indexOf(kept);
  return at < 0 ? null : path.slice(at + kept.length);
};
