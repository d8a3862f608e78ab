// Keys of stigmergy's jobs, shared by dispatcher and rules.
import type { EpicId, Issue, Part, State, StoryId } from "../state.ts";
import { tallyOf } from "../subjects.ts";

type Tallies = Pick<State, "tallies">;

export const planKey = (state: Tallies, part: Part | "manifest"): string =>
  `${part}-${tallyOf(state, part).tries}`;
export const storyFileKey = (state: Tallies, id: StoryId): string =>
  `story-${id}-${tallyOf(state, `story-file:${id}`).tries}`;
export const workKey = (state: Tallies, id: StoryId): string =>
  `work-${id}-${tallyOf(state, `story:${id}`).tries}`;
export const issueKey = (state: Tallies, { id, subject }: Pick<Issue, "id" | "subject">): string =>
  `issue-${id}-${tallyOf(state, subject).tries}`;
export const auditKey = (id: EpicId): string => `audit-${id}`;

/** Prefix of its keys, for any tree. */
export const reviewKeys = (state: Tallies, id: StoryId): string =>
  `review-${id}-${tallyOf(state, `story:${id}`).tries}.${tallyOf(state, `review:${id}`).tries}-`;
