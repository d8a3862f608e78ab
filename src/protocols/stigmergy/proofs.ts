// Preconditions of events that claim success or proof, for `cairn verify`.
import type { Recorded } from "../../core/row.ts";
import { storyIn } from "./manifest.ts";
import { user } from "./roster.ts";
import type { Author, CheckResult, State, StoryId, Verdict } from "./state.ts";
import { checksPassed } from "./window.ts";

/** For CheckRecorded. */
export const checkBroken = (
  before: State,
  { n, result }: { readonly n: number; readonly result: CheckResult },
  { by }: Recorded,
): string | null => {
  if (by.kind === "person" || by.kind === "agent" || by.kind === "file")
    return `it isn't for ${by.kind} to say`;
  if (before.checks?.[n] === undefined) return `no check ${n} is pinned`;
  if (!result.passed) return null;
  if (result.exit !== 0) return `it passed with exit ${result.exit ?? "unknown"}`;
  return result.output === null ? "it passed without an output" : null;
};

/** For ChecksPassed. */
export const passedBroken = (before: State): string | null =>
  checksPassed(before) ? null : "not every pinned check had passed";

/** For StoryReviewed. */
export const reviewBroken = (
  before: State,
  {
    story: id,
    by,
    verdicts,
  }: {
    readonly story: StoryId;
    readonly by: Author;
    readonly verdicts: readonly Verdict[] | null;
  },
): string | null => {
  const story = storyIn(before, id);
  if (story?.status !== "AWAITING_VERIFICATION") return `story ${id} waited for no review`;
  if (verdicts?.some(({ met }) => !met) === true) return `a criterion of story ${id} was not met`;
  const own = story.authors.find(
    ({ holder, role }) => holder.name === by.holder.name || (role === by.role && role !== user),
  );
  return own === undefined ? null : `${by.holder.name} worked on story ${id}`;
};

/** For StoryCompleted. */
export const completionBroken = (
  before: State,
  { story: id, by }: { readonly story: StoryId; readonly by: "verified" | "person" },
): string | null => {
  const story = storyIn(before, id);
  if (story?.status !== "AWAITING_VERIFICATION") return `story ${id} waited for no verification`;
  const unchecked = passedBroken(before);
  if (unchecked !== null) return unchecked;
  if (story.review === null) return `story ${id} was judged by nobody`;
  if (by === "person" && story.review.by.role !== user) return `no person judged story ${id}`;
  return story.review.tree === before.proof.tree
    ? null
    : "checks and review are of different contents";
};
