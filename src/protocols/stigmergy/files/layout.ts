// Names of the objects whose unknown keys are kept of the stigmergy state file.
import type { Entries } from "../../../kit/document/extras.ts";
import { extrasAt } from "../../../kit/document/unknown-keys.ts";
import { stateFile } from "../manifest.ts";
import type { EpicId, IssueId, State, Story, StoryId } from "../state.ts";

/** Names of objects with unknown keys: ids, because positions in lists change. Those of an entry are in the entry. */
export const objectAt = {
  root: "",
  manifest: "/project_manifest",
  epic: (id: EpicId): string => `epic:${id}`,
  story: (id: StoryId): string => `story:${id}`,
  issue: (id: IssueId): string => `issue:${id}`,
} as const;

/** A builder named by the manifest is written as the key that named it. */
const builderKey = ({ builder }: Pick<Story, "builder">): Entries =>
  builder === null ? [] : [["agent", JSON.stringify(builder)]];

/** The unknown keys of a story in the file. */
export const storyExtras = (
  { extras }: Pick<State, "extras">,
  story: Pick<Story, "id" | "builder">,
): Entries => extrasAt(extras, stateFile, objectAt.story(story.id)) ?? builderKey(story);
