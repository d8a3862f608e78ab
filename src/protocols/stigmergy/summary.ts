// Summary of a stigmergy run for parent runs, page and exit code: results, bypasses, strays.
import { firstOf, howMany } from "../../core/words/how-many.ts";
import { oneLine } from "../../core/words/quote.ts";
import type { Path } from "../../core/row.ts";
import { bareEpics, isUnderWay, storiesOf } from "./manifest.ts";
import type { State, Story } from "./state.ts";

export const bypassLines = ({ bypasses }: Pick<State, "bypasses">): readonly string[] =>
  bypasses.map(
    ({ what, by, reason }) =>
      `${oneLine(what)} by ${oneLine(by, 80)}${reason === "" ? "" : `: ${oneLine(reason)}`}`,
  );

/** A change to these may have changed the checks' results. */
export const strayLines = ({ strays = [] }: Pick<State, "strays">): readonly string[] =>
  strays.length === 0
    ? []
    : [
        `checks go by what was changed since the blueprint's gate, by no work that was seen: ${firstOf(
          strays.map((path) => oneLine(path, 80)),
          5,
        )}`,
      ];

export const overturnedWord = ({ overturned, review }: Story): string | null =>
  overturned === true && review !== null
    ? "judged unmet before, met now, and nothing changed"
    : null;

/** Unusual facts about stories, which may be correct but rarely are. */
export const oddLines = (state: Pick<State, "epics">): readonly string[] =>
  storiesOf(state).flatMap((story) => {
    const { id, missing = [] } = story;
    const word = overturnedWord(story);
    const fewer = `has fewer criteria than the requirements; missing: ${missing.map((text) => oneLine(text, 80)).join("; ")}`;
    return [
      ...(word === null ? [] : [`story ${id}: ${word}`]),
      ...(missing.length === 0 ? [] : [`story ${id} ${fewer}`]),
    ];
  });

/** Planned epics without listed stories. */
export const bareLines = (state: Pick<State, "epics">): readonly string[] =>
  bareEpics(state).map(
    ({ id, title }) => `epic ${id} "${oneLine(title, 80)}" has no stories: nothing was done for it`,
  );

/** Documents, and every path that stories changed as the engine saw it. */
export const artifacts = (state: State): readonly Path[] =>
  [
    ...new Set([
      ...Object.values(state.parts).flatMap((docs) => Object.keys(docs ?? {})),
      ...storiesOf(state).flatMap(({ changed, file }) => [
        ...changed,
        ...(file === null ? [] : [file.path]),
      ]),
    ]),
  ].toSorted();

/** Completed and total stories, and exceptions: forced stories by name. */
export const summary = (state: State): string => {
  const stories = storiesOf(state);
  const done = stories.filter(({ status }) => status === "COMPLETE");
  const named = (how: "forced" | "adopted" | "person"): readonly string[] =>
    done.filter(({ settledBy }) => settledBy === how).map(({ id }) => id);
  const [forced, adopted, person] = [named("forced"), named("adopted"), named("person")];
  const apart = [
    ...(forced.length === 0 ? [] : [`forced: ${forced.join(", ")}`]),
    ...(person.length === 0 ? [] : [`by a person's word: ${person.join(", ")}`]),
    ...bareLines(state),
    ...strayLines(state),
    ...oddLines(state),
    ...(adopted.length === 0 ? [] : [`${adopted.length} adopted, not proved here`]),
  ];
  return `${done.length} of ${howMany(stories.length, "story")} complete${apart.length === 0 ? "" : ` (${apart.join("; ")})`}`;
};

/** Remarks made at adoption that aren't settled yet. */
export const standing = (state: Pick<State, "adopted" | "epics">): readonly string[] => {
  const stories = storiesOf(state);
  const busy = stories.filter(isUnderWay).length;
  return (state.adopted ?? []).filter((text) => {
    const [, id] = /^ISSUE_MISSING: story (\S+) is FAILED/u.exec(text) ?? [];
    if (id !== undefined)
      return stories.some((story) => story.id === id && story.status === "FAILED");
    return !text.startsWith("STORY_CROWDED:") || busy > 1;
  });
};
