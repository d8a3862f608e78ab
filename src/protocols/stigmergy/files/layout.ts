// Names of the objects whose unknown keys are kept of the stigmergy state file (specification, section 2).
import type { Entries } from "../../../core/extras.ts";
import { extrasAt } from "../../../core/kept-extras.ts";
import { stateFile } from "../manifest.ts";
import type { EpicId, IssueId, State, Story, StoryId } from "../state.ts";

/** Names of objects whose unknown keys are kept; ids, since places in lists change. An entry's own ride in the entry. */
export const objectAt = {
  root: "",
  manifest: "/project_manifest",
  epic: (id: EpicId): string => `epic:${id}`,
  story: (id: StoryId): string => `story:${id}`,
  issue: (id: IssueId): string => `issue:${id}`,
} as const;

/** A builder that a manifest named stands in the file as the key by which it is named. */
const builderKey = ({ builder }: Pick<Story, "builder">): Entries =>
  builder === null ? [] : [["agent", JSON.stringify(builder)]];

/** The unknown keys of a story as the file shows them. */
export const storyExtras = (
  { extras }: Pick<State, "extras">,
  story: Pick<Story, "id" | "builder">,
): Entries => extrasAt(extras, stateFile, objectAt.story(story.id)) ?? builderKey(story);
