// Words that all rules share: steps that follow on each other, look-ups of stories, epics and issues.
import { ahead, chained } from "../../../core/rules/ahead.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { textsWithin } from "../../../core/rules/reason.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { evolve } from "../evolve.ts";
import { textLimit } from "../limits.ts";
import { epicIn, storiesOf, storyIn } from "../manifest.ts";
import type { StigmergyEvent } from "../events.ts";
import type { Epic, EpicId, Issue, IssueId, State, Story, StoryId } from "../state.ts";

export type Events = readonly StigmergyEvent[];
export type Decided = Events | Refusal;
/** What follows from an event, in the same append. */
export type Follow = (state: State, stamp: Stamp) => Events;

export const fold = ahead<State, StigmergyEvent>(evolve);
/** Each step sees the results of the steps before it. */
export const chain = chained<State, StigmergyEvent>(evolve);

export const { oversized, reasonOf } = textsWithin(textLimit);

const among = (names: readonly string[], none: string): string =>
  names.length === 0 ? none : `${names.slice(0, 20).join(", ")}${names.length > 20 ? " …" : ""}`;

export const withStory = (state: State, id: StoryId, then: (story: Story) => Decided): Decided => {
  const story = storyIn(state, id);
  if (story !== null) return then(story);
  const ids = storiesOf(state).map((one) => one.id);
  return refuse("STORY_UNKNOWN", `there is no story ${id}`, {
    fits: among(ids, "the manifest comes first"),
  });
};

export const withEpic = (state: State, id: EpicId, then: (epic: Epic) => Decided): Decided => {
  const epic = epicIn(state, id);
  if (epic !== null) return then(epic);
  const ids = state.epics.map((one) => String(one.id));
  return refuse("EPIC_UNKNOWN", `there is no epic ${id}`, {
    fits: among(ids, "the manifest comes first"),
  });
};

export const withIssue = (state: State, id: IssueId, then: (issue: Issue) => Decided): Decided => {
  const issue = state.issues.find((one) => one.id === id);
  if (issue !== undefined) return then(issue);
  return refuse("ISSUE_UNKNOWN", `there is no issue ${id}`, {
    fits: among(
      state.issues.map((one) => one.id),
      "no issue was opened yet",
    ),
  });
};

export const statusWrong = (state: State, what: string, fits: string): Refusal =>
  refuse("STATUS_WRONG", `${what} can't be done in ${state.status}`, { fits });

/** Changes before a story's start are known only if the tree was measured then. */
export const measuredAs = (tree: string | null | undefined): { readonly whole?: string } =>
  tree === null || tree === undefined ? {} : { whole: tree };
