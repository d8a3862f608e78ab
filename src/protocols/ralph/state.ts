// The state of a run: the PRD's text, its stories as units, and what was done about each.
import type { Path } from "../../core/row.ts";
import { beginning } from "../../kit/attempts/attempts.ts";
import { type Attempting, unattempted } from "../../kit/attempts/state.ts";
import { belowFolder } from "../../kit/documents.ts";
import * as t from "../../kit/schema.ts";
import { type Prd, prdIn, type Story } from "./prd.ts";

/** The plugin's loop file as read. `digest`: of its text. */
export const loopShape = t.record({
  iteration: t.count,
  limit: t.count,
  prompt: t.text,
  digest: t.text,
});
export const filesShape = t.record({ prd: t.text, progress: t.text });
/** Initial data of a run. `text`: of its PRD. */
export const ralphBeginning = {
  folder: t.text,
  files: filesShape,
  text: t.text,
  title: t.text,
  loop: t.maybe(loopShape),
  ...beginning,
};

export type State = Attempting<Story> &
  t.DataOf<typeof ralphBeginning> & {
    readonly prd: Prd;
    /** Ids of stories that edits removed. */
    readonly removed: readonly string[];
    /** Folder of its archived files. */
    readonly archive: Path;
  };

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "")
    .slice(0, 40) || "prd";

/** Stories in execution order: by priority, then by position. */
const inOrder = ({ stories }: Prd): readonly Story[] =>
  stories.toSorted((a, b) => (a.priority ?? Infinity) - (b.priority ?? Infinity));
export const withText = (state: State, text: string): State => {
  const prd = prdIn(text);
  return { ...state, text, prd, units: inOrder(prd) };
};
export const begun = (data: t.DataOf<typeof ralphBeginning>, at: string): State => {
  const { run, folder, files, text, title, loop, options, origin, base } = data;
  const prd = prdIn(text);
  const passed = prd.stories.filter((story) => story.passed).map(({ id }) => id);
  return {
    run,
    folder,
    files,
    text,
    title,
    loop,
    options,
    origin,
    base,
    ...unattempted(passed),
    prd,
    units: inOrder(prd),
    removed: [],
    archive: "",
    updatedAt: at,
  };
};

export const place = ({ archived, archive, folder }: State): Path => (archived ? archive : folder);
/** Path of a run's file relative to the root. */
export const below = (state: State, path: Path): Path => belowFolder(place(state), path);
/** Display name of the run: its branch without the prefix. */
export const nameOf = ({ prd, title }: Pick<State, "prd" | "title">): string =>
  slugOf(prd.branch.replace(/^.*\//u, "") || title);
const archiveOf = (state: State): Path =>
  below(state, `archive/${state.updatedAt.slice(0, 10)}-${nameOf(state)}-${state.run.slice(0, 4)}`);
export const setArchived = (state: State, archived: boolean): State => ({
  ...state,
  archived,
  archive: archived ? archiveOf(state) : "",
});
