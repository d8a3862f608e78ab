// Invariants of stigmergy's stories: order, authority, one count per try.
import {
  epicOf,
  isUnderWay,
  storiesOf,
  storyIn,
} from "../../../src/protocols/stigmergy/manifest.ts";
import type { State } from "../../../src/protocols/stigmergy/state.ts";
import { insist } from "../watch.ts";
import type { Moment } from "./watch.ts";

const triesOf = ({ tallies }: State, id: string): number => tallies[`story:${id}`]?.tries ?? 1;

export const judgeStories = (): ((moment: Moment) => void) => {
  /** Story and try. */
  const finished = new Set<string>();
  const judged = new Set<string>();

  const begun = ({ event, before, after }: Moment): void => {
    if (event.type !== "StoryStarted" || storyIn(before, event.data.story)?.status !== "PENDING")
      return;
    const { story: id } = event.data;
    insist(
      before.life === "live" && before.halted === null,
      () => `${id} began while the run was ${before.life}, halted: ${before.halted?.reason}`,
    );
    insist(
      before.checks !== null && before.pinned !== null,
      () => `${id} began before the blueprint's gate`,
    );
    insist(before.drift.length === 0, () => `${id} began while a pinned document had changed`);
    insist(
      !before.issues.some(({ status }) => status === "OPEN" || status === "IN_PROGRESS"),
      () => `${id} began while an issue stood`,
    );
    const busy = storiesOf(after).filter(isUnderWay);
    insist(
      busy.length <= after.settings.concurrency,
      () => `${busy.length} stories are under way, and ${after.settings.concurrency} may be`,
    );
    insist(
      new Set(busy.map((one) => epicOf(after, one.id)?.id)).size <= 1,
      () => "stories of two epics are under way",
    );
    const [first] = storiesOf(before).filter(({ status }) => status !== "COMPLETE");
    insist(
      first !== undefined &&
        (first.id === id ||
          (before.settings.concurrency > 1 &&
            epicOf(before, first.id)?.id === epicOf(before, id)?.id)),
      () => `${id} began before ${first?.id}`,
    );
  };

  const worked = ({ event, before }: Moment): void => {
    if (event.type === "WorkFinished") {
      const key = `${event.data.story} ${triesOf(before, event.data.story)}`;
      insist(!finished.has(key), () => `work of story ${key} counted twice`);
      finished.add(key);
    }
    const verdict =
      event.type === "StrikeCounted" &&
      event.data.kind === "review" &&
      event.data.subject.startsWith("story:");
    if (!verdict) return;
    const key = `${event.data.subject} ${event.data.entry.summary} ${triesOf(before, event.data.subject.slice("story:".length))}`;
    insist(!judged.has(key), () => `a verdict on ${key} counted twice`);
    judged.add(key);
  };

  const moved = ({ event, before, after }: Moment): void => {
    for (const story of storiesOf(after)) {
      const was = storyIn(before, story.id);
      if (story.status === "COMPLETE" && was?.status !== "COMPLETE")
        insist(
          event.type === "StoryCompleted" || event.type === "StoryForced",
          () => `${event.type} made story ${story.id} complete`,
        );
      if (was?.status === "COMPLETE" && story.status !== "COMPLETE")
        insist(
          event.type === "StoryReopened" || event.type === "ManifestReplaced",
          () => `${event.type} took story ${story.id} up again`,
        );
      if (story.status === "FAILED")
        insist(
          after.issues.some(
            ({ subject, status }) => subject === `story:${story.id}` && status !== "RESOLVED",
          ),
          () => `story ${story.id} has failed, and no issue is about it`,
        );
      const told =
        event.type === "GatePassed" ||
        event.type === "StoryFileRecorded" ||
        event.type === "GateRefused";
      if (was !== null && !told && was.criteria.join("\n") !== story.criteria.join("\n"))
        insist(false, () => `${event.type} changed the criteria of story ${story.id}`);
    }
    const gone = storiesOf(before).filter(({ id }) => storyIn(after, id) === null);
    const plans =
      event.type === "ManifestReplaced" ||
      event.type === "GateRefused" ||
      event.type === "StoryWithdrawn";
    insist(
      gone.length === 0 || plans,
      () => `${event.type} took stories away: ${gone.map(({ id }) => id).join(", ")}`,
    );
    if (after.status === "PROJECT_COMPLETE")
      insist(
        storiesOf(after).every(({ status }) => status === "COMPLETE"),
        () => "the project is complete, and not every story is",
      );
  };

  return (moment) => {
    begun(moment);
    worked(moment);
    moved(moment);
  };
};
