// Why: a chain tells that events follow on each other, not that the rules made them: what says success or proof must rest on the state before it.
import type { Recorded } from "../../core/row.ts";
import { H, P, X } from "../../core/senders.ts";
import { allComplete, epicIn, epicStatus, storyIn } from "./manifest.ts";
import type { StigmergyEvent, StigmergyEvents } from "./messages.ts";
import { user } from "./roster.ts";
import type { State } from "./state.ts";
import { checksPassed } from "./window.ts";

const checked = (
  before: State,
  { data: { n, result }, by }: Recorded<StigmergyEvents["CheckRecorded"]>,
): string | null => {
  if (by.kind === P || by.kind === H || by.kind === X) return `it isn't for ${by.kind} to say`;
  if (before.checks?.[n] === undefined) return `no check ${n} is pinned`;
  if (!result.passed) return null;
  if (result.exit !== 0) return `it passed with exit ${result.exit ?? "unknown"}`;
  return result.output === null ? "it passed without an output" : null;
};

const reviewed = (
  before: State,
  { story: id, by, verdicts }: StigmergyEvents["StoryReviewed"]["data"],
): string | null => {
  const story = storyIn(before, id);
  if (story?.status !== "AWAITING_VERIFICATION") return `story ${id} waited for no review`;
  if (verdicts?.some(({ met }) => !met) === true) return `a criterion of story ${id} was not met`;
  const own = story.authors.find(
    ({ holder, role }) => holder.name === by.holder.name || (role === by.role && role !== user),
  );
  return own === undefined ? null : `${by.holder.name} worked on story ${id}`;
};

const completed = (
  before: State,
  { story: id, by }: StigmergyEvents["StoryCompleted"]["data"],
): string | null => {
  const story = storyIn(before, id);
  if (story?.status !== "AWAITING_VERIFICATION") return `story ${id} waited for no verification`;
  if (!checksPassed(before)) return "not every pinned check had passed";
  if (story.review === null)
    return story.edited === true ? null : `story ${id} was judged by nobody`;
  if (by === "person" && story.review.by.role !== user) return `no person judged story ${id}`;
  return story.review.tree === before.proof.tree
    ? null
    : "checks and review are of different contents";
};

export const broken = (before: State, event: Recorded<StigmergyEvent>): string | null => {
  switch (event.type) {
    case "CheckRecorded":
      return checked(before, event);
    case "ChecksPassed":
      return checksPassed(before) ? null : "not every pinned check had passed";
    case "StoryReviewed":
      return reviewed(before, event.data);
    case "StoryCompleted":
      return completed(before, event.data);
    case "EpicCompleted": {
      const epic = epicIn(before, event.data.epic);
      return epic !== null && epicStatus(epic) === "COMPLETE"
        ? null
        : `not every story of epic ${event.data.epic} was complete`;
    }
    case "ProjectCompleted":
      return before.status === "EXECUTION_IN_PROGRESS" && allComplete(before)
        ? null
        : `not every story was complete in ${before.status}`;
    default:
      return null;
  }
};
