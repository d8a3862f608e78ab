// Index of stories and epics by id: edits of large manifests need no search.
import type { Epic, EpicId, State, Story, StoryId } from "../state.ts";

type Known = {
  readonly stories: ReadonlyMap<StoryId, { readonly story: Story; readonly epic: Epic }>;
  readonly epics: ReadonlyMap<EpicId, Epic>;
};

/** By the list of epics, which is never modified in place. */
const known = new WeakMap<State["epics"], Known>();

const knownOf = ({ epics }: Pick<State, "epics">): Known => {
  const had = known.get(epics);
  if (had !== undefined) return had;
  const made: Known = {
    stories: new Map(
      epics.flatMap((epic) => epic.stories.map((story) => [story.id, { story, epic }] as const)),
    ),
    epics: new Map(epics.map((epic) => [epic.id, epic])),
  };
  known.set(epics, made);
  return made;
};

export const storyIn = (state: Pick<State, "epics">, id: StoryId): Story | null =>
  knownOf(state).stories.get(id)?.story ?? null;
export const epicOf = (state: Pick<State, "epics">, id: StoryId): Epic | null =>
  knownOf(state).stories.get(id)?.epic ?? null;
export const epicIn = (state: Pick<State, "epics">, id: EpicId): Epic | null =>
  knownOf(state).epics.get(id) ?? null;
