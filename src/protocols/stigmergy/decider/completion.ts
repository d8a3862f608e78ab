// Completion of stories, epics and the project, once checks and review agree on one content.
import * as event from "../events.ts";
import { howMany } from "../../../core/words/how-many.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { entry } from "../entries.ts";
import { allComplete, epicStatus, storiesOf } from "../manifest.ts";
import { bareLines } from "../summary.ts";
import { olivia, saul, user } from "../roster.ts";
import type { Epic, State } from "../state.ts";
import { awaiting, checksPassed, isReviewed, isUnchecked, wantsPerson } from "../window.ts";
import { chain, type Events, type Follow } from "./step.ts";

const wantsAudit = ({ settings }: State, { stories }: Epic): boolean =>
  settings.audit === "always" ||
  (settings.audit === "on-trouble" && stories.some(({ troubled }) => troubled));

const storyDone =
  (id: string): Follow =>
  (state, stamp) => {
    const story = awaiting(state).find((one) => one.id === id);
    if (story === undefined || !checksPassed(state) || !isReviewed(state, story)) return [];
    const by = wantsPerson(state, story) || story.review?.by.role === user ? "person" : "verified";
    const count = state.checks?.length ?? 0;
    const checked = isUnchecked(state)
      ? "nothing was run to check it"
      : `${howMany(count, "check")} passed`;
    const summary = `Story ${id} "${story.title}" is complete: ${checked}, ${story.review?.by.role ?? ""} found its criteria met.`;
    return [
      event.storyCompleted({
        story: id,
        by,
        entry: entry(state, stamp, olivia, "STORY_COMPLETE", summary, story.changed),
      }),
    ];
  };

/** @param before the state before the change */
const epicsDone =
  (before: State): Follow =>
  (state, stamp) =>
    chain(
      state,
      stamp,
      state.epics
        .filter(
          (epic) =>
            epicStatus(epic) === "COMPLETE" &&
            before.epics.some((one) => one.id === epic.id && epicStatus(one) !== "COMPLETE"),
        )
        .map((epic): Follow => (now, at) => {
          const summary = `Epic ${epic.id} "${epic.title}" is complete: ${howMany(epic.stories.length, "story")}.`;
          const data = {
            epic: epic.id,
            audit: wantsAudit(now, epic),
            entry: entry(now, at, saul, "EPIC_COMPLETE", summary),
          };
          return [event.epicCompleted(data)];
        }),
    );

/** An adopted project waits for its blueprint's gate even if no work is left. */
const projectDone: Follow = (state, stamp) => {
  if (state.status !== "EXECUTION_IN_PROGRESS" || state.checks === null || !allComplete(state))
    return [];
  const stories = storiesOf(state);
  const forced = stories.filter(({ settledBy }) => settledBy === "forced").map(({ id }) => id);
  const summary = `${state.name} is complete: ${howMany(stories.length, "story")}${forced.length === 0 ? "" : `, forced: ${forced.join(", ")}`}${["", ...bareLines(state)].join("; ")}.`;
  return [
    event.projectCompleted({ entry: entry(state, stamp, saul, "PROJECT_COMPLETE", summary) }),
  ];
};

/** Completes epics and the project after stories were settled or removed since `before`. */
export const closing =
  (before: State): Follow =>
  (state, stamp) =>
    chain(state, stamp, [epicsDone(before), projectDone]);

export const completion: Follow = (state: State, stamp: Stamp): Events =>
  chain(state, stamp, [...awaiting(state).map(({ id }) => storyDone(id)), closing(state)]);
