// Folder of an ultrawork run, from its start and from its archiving.
import type { Path } from "../../core/row.ts";
import type { Work } from "../../work/work.ts";
import { ownOf } from "./own.ts";

/** Names of folders; a team's is no row of dots. */
export const sessionForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u;
export const teamForm = /^(?!\.+$)[A-Za-z0-9._-]+$/u;

/** Written freely. */
export const isFree = (path: Path): boolean => /^(?:design|exploration\/[^/]+)\.md$/u.test(path);
/** Of `tasks/1.json` it is `1`. */
export const taskName = (path: Path): string | null =>
  /^tasks\/([^/]+)\.json$/u.exec(path)?.[1] ?? null;

/** `~` stays unexpanded, so that an export works on another machine. */
export const place = (state: Pick<Work, "more" | "archived">): Path => {
  const { home, team, session } = ownOf(state);
  return `${home}/${team}/${state.archived ? "archive" : "sessions"}/${session}`;
};

/** Both folders that the run's files may be in. */
export const placesOf = (state: Pick<Work, "more">): readonly Path[] =>
  [false, true].map((archived) => place({ ...state, archived }));
