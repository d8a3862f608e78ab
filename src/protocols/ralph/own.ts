// What only ralph keeps of a run: its folder, the text of its PRD, and the plugin's loop file; and what follows from them.
import type { Path } from "../../core/row.ts";
import { belowFolder } from "../../kit/documents.ts";
import * as t from "../../kit/schema.ts";
import type { Draft, Unit } from "../../work/unit.ts";
import { ownOn } from "../../work/own.ts";
import type { Work } from "../../work/work.ts";
import { type Prd, prdIn, type Story, withPassed } from "./prd.ts";

/** The plugin's loop file as read. `digest`: of its text. */
export const loopShape = t.record({
  iteration: t.count,
  limit: t.count,
  prompt: t.text,
  digest: t.text,
});
export const ownShape = t.record({
  folder: t.text,
  files: t.record({ prd: t.text, progress: t.text }),
  /** Of the PRD, as last edited. */
  text: t.text,
  /** Of an adopted progress file. */
  progress: t.text,
  loop: t.maybe(loopShape),
  /** Ids of stories that edits removed. */
  removed: t.texts,
});
export type Own = t.Of<typeof ownShape>;

export const { ownOf, withOwn } = ownOn(ownShape);

/** A waived story didn't pass. */
const isPassed = ({ status, waived }: Unit): boolean => status === "done" && waived === null;
const texts = new WeakMap<Work, string>();
/** The PRD as it stands: the engine writes which stories passed. */
export const prdText = (state: Work): string => {
  const known = texts.get(state);
  if (known !== undefined) return known;
  const passed = new Set(state.units.filter(isPassed).map(({ id }) => id));
  const { text } = ownOf(state);
  const now = prdIn(text)
    .stories.filter((story) => story.passed !== passed.has(story.id))
    .reduce((so, { id }) => withPassed(so, id, passed.has(id)), text);
  texts.set(state, now);
  return now;
};

/** Stories that each one waits for; in a ring they wait for none of each other, and nobody waits for unknown ones. */
const waitsOf = (stories: readonly Story[]): ReadonlyMap<string, readonly string[]> => {
  const known = new Map(stories.map(({ id, after }) => [id, after]));
  const leadsTo = (from: string, to: string): boolean => {
    const seen = new Set([from]);
    // Iterating a set includes items added meanwhile.
    for (const id of seen) for (const next of known.get(id) ?? []) seen.add(next);
    return seen.has(to);
  };
  return new Map(
    stories.map(({ id, after }) => [
      id,
      after.filter((one) => known.has(one) && !leadsTo(one, id)),
    ]),
  );
};
/** In order of execution: by priority, then by place. */
export const draftsOf = ({ stories }: Prd): readonly Draft[] => {
  const waits = waitsOf(stories);
  return stories
    .toSorted((a, b) => (a.priority ?? Infinity) - (b.priority ?? Infinity))
    .map(({ id, title, description, criteria, notes }) => ({
      id,
      kind: "story",
      title,
      text: description === "" ? null : description,
      after: waits.get(id) ?? [],
      criteria: criteria.map((text) => ({ text, check: null, chosenBy: null })),
      more: notes === "" ? {} : { notes },
    }));
};

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "")
    .slice(0, 40) || "prd";
/** Display name of the run: its branch without the prefix. */
export const nameOf = (state: Work): string => {
  const { branch, title } = prdIn(ownOf(state).text);
  return slugOf(branch.replace(/^.*\//u, "") || title || state.goal);
};
export const place = (state: Work): Path => {
  const { folder } = ownOf(state);
  const day = (state.end?.at ?? state.updatedAt).slice(0, 10);
  return state.archived
    ? belowFolder(folder, `archive/${day}-${nameOf(state)}-${state.run.slice(0, 4)}`)
    : folder;
};
/** Path of a run's file relative to the root. */
export const below = (state: Work, path: Path): Path => belowFolder(place(state), path);
