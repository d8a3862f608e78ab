// Why: what a person does to a story against the way of the rules is an event of its own, with who and why, and shown for ever (specification, section 4).
import { story } from "../shapes.ts";
import { reopenFlags } from "./flags.ts";
import { command } from "./declare.ts";
import { unlessArchived } from "../../../core/frame.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import { storiesOf, storyIn } from "../manifest.ts";
import type { State, Story } from "../state.ts";
import { closing } from "../decider/completion.ts";
import { mark } from "../decider/marks.ts";
import { chain, type Follow, reasonOf, withStory } from "../decider/step.ts";

const settledOrFailed = ({ status }: Story): boolean =>
  status === "COMPLETE" || status === "FAILED";

export const reopenStory = command("ReopenStory", {
  means: "Reopens stories. The working tree stays as it is.",
  flags: reopenFlags,
  data: {
    story,
    reason: t.text,
    and_later: t.standing(t.means("also every later one that has begun", t.flag), false),
  },
  who: ["person"],
  when: unlessArchived,
  decide: (state, data, stamp) =>
    withStory(state, data.story, (story) => {
      const given = reasonOf(data.reason, true);
      if (isRefusal(given)) return given;
      const all = storiesOf(state);
      const later = data.and_later
        ? all.slice(all.indexOf(story) + 1).filter(({ status }) => status !== "PENDING")
        : [];
      if (!settledOrFailed(story))
        return refuse(
          "STATUS_UNREACHABLE",
          `story ${story.id} is ${story.status}: it is open already`,
          {
            fits: "a story that is COMPLETE or FAILED",
          },
        );
      const stories = [story, ...later].map(({ id }) => id);
      const summary = `${stories.length === 1 ? "Story" : "Stories"} ${stories.join(", ")} taken up again: ${given.reason}`;
      return [
        event.storyReopened({
          stories,
          reason: given.reason,
          entry: mark(state, stamp, { signal: "STORY_REOPENED", summary }),
        }),
      ];
    }),
});

/** The step that takes a story out, with what it settles; or why it can't be. */
export const withdrawing = (state: State, id: string, reason: string): Follow | Refusal => {
  const story = storyIn(state, id);
  if (story === null) return refuse("STORY_UNKNOWN", `there is no story ${id}`);
  if (story.status !== "PENDING" && story.status !== "FAILED")
    return refuse("STATUS_UNREACHABLE", `story ${id} is ${story.status}`, {
      fits: "a story that is PENDING or FAILED",
    });
  if (storiesOf(state).length === 1)
    return refuse("MANIFEST_EMPTY", `story ${id} is the only one`, {
      fits: "cancel the run, or add others first",
    });
  return (now, stamp) =>
    chain(now, stamp, [
      (at, when) => [
        event.storyWithdrawn({
          story: id,
          reason,
          entry: mark(at, when, {
            signal: "STORY_WITHDRAWN",
            summary: `Story ${id} "${story.title}" is taken out: ${reason}`,
          }),
        }),
      ],
      closing(now),
    ]);
};

export const withdrawStory = command("WithdrawStory", {
  means: "Takes a story out of the manifest.",
  data: { story, reason: t.text },
  who: ["person"],
  decide: (state, data, stamp) =>
    withStory(state, data.story, ({ id }) => {
      const given = reasonOf(data.reason, true);
      if (isRefusal(given)) return given;
      const out = withdrawing(state, id, given.reason);
      return isRefusal(out) ? out : out(state, stamp);
    }),
});

export const forceStory = command("ForceStory", {
  label: "Complete without proof",
  means: "Completes a story without proof. This bypass is always shown.",
  data: { story, reason: t.text },
  who: ["person"],
  decide: (state, data, stamp) =>
    withStory(state, data.story, (story) => {
      const given = reasonOf(data.reason, true);
      if (isRefusal(given)) return given;
      if (story.status === "COMPLETE")
        return refuse("STATUS_UNREACHABLE", `story ${story.id} is COMPLETE already`, {
          fits: "nothing is to be forced",
        });
      const summary = `Story ${story.id} "${story.title}" is made complete by a person, unproved: ${given.reason}`;
      return chain(state, stamp, [
        (now, at) => [
          event.storyForced({
            story: story.id,
            reason: given.reason,
            by: stamp.by.name,
            entry: mark(now, at, { signal: "BYPASS", summary }),
          }),
        ],
        closing(state),
      ]);
    }),
});
