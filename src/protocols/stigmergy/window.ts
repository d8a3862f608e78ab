// Window of startable stories, with phase and obstacles: for rules and dispatcher (section 6).
import { doubtsOf } from "../../kit/check/hollow.ts";
import { oneLine } from "../../core/words/quote.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { epicOf, isUnderWay, statusBehind, storiesOf, windowOf } from "./manifest.ts";
import type { State, Story, Subject } from "./state.ts";
import { isUnsettled } from "./subjects.ts";

/** The tree must not change during an inspection, so only one phase runs at a time. */
export type Phase = "review" | "work" | "check" | "start";

export const awaiting = (state: Pick<State, "epics">): readonly Story[] =>
  storiesOf(state).filter(({ status }) => status === "AWAITING_VERIFICATION");

/** Every pinned check passed on the newest known content. */
export const checksPassed = ({ checks, proof }: Pick<State, "checks" | "proof">): boolean =>
  checks !== null && checks.every((_, n) => proof.passed.includes(n));

/** Reasons why check results prove less than they seem to, by check. */
export const checkDoubts = ({
  checks,
  proof,
}: Pick<State, "checks" | "proof">): readonly string[] =>
  (checks ?? []).flatMap(({ name }, n) =>
    doubtsOf(proof.results[n]).map((doubt) => `check "${oneLine(name, 60)}" ${doubt}`),
  );

/** No check could fail. */
export const isUnchecked = ({ checks, proof }: Pick<State, "checks" | "proof">): boolean =>
  (checks ?? []).every((_, n) => proof.results[n]?.hollow === true);

/** Only a person can complete it: no check proves anything, or there are no criteria. */
export const wantsPerson = (
  state: Pick<State, "checks" | "settings" | "proof">,
  { criteria }: Pick<Story, "criteria">,
): boolean => isUnchecked(state) || criteria.length === 0 || state.settings.reviewer === "person";

/** Its review covers the newest known content and is by an authorised reviewer. */
export const isReviewed = (
  state: Pick<State, "checks" | "settings" | "proof">,
  story: Story,
): boolean =>
  story.review !== null &&
  story.review.tree === state.proof.tree &&
  (!wantsPerson(state, story) || story.review.by.role === "user");

export const phaseOf = (state: State): Phase => {
  const waits = awaiting(state);
  if (checksPassed(state) && waits.some((story) => !isReviewed(state, story))) return "review";
  if (storiesOf(state).some(({ status }) => status === "IN_PROGRESS")) return "work";
  return waits.length > 0 ? "check" : "start";
};

export const isOpenOn = ({ questions }: Pick<State, "questions">, subject: Subject): boolean =>
  questions.some((question) => question.open && question.subject === subject);

/** Why no start, check or review may begin; null if they may. */
export const heldUp = (state: State): Refusal | null => {
  const issue = state.issues.find(isUnsettled);
  if (issue !== undefined)
    return refuse(
      "ISSUE_UNSETTLED",
      `issue ${issue.id} is not settled: ${issue.summary.slice(0, 200)}`,
      { fits: "a responder takes it first" },
    );
  if (isOpenOn(state, "project"))
    return refuse("QUESTION_OPEN", "a question about the project waits for a person", {
      fits: "`cairn decide`",
    });
  return null;
};

/** The blueprint has passed and checks are pinned: at that gate, or by a person's decision to have none. */
export const isOpenForWork = (state: Pick<State, "pinned" | "checks">): boolean =>
  state.pinned !== null && state.checks !== null;

/** Why work on a story can't start; null if it can. */
export const startRefused = (state: State, story: Story): Refusal | null => {
  const { id } = story;
  if (statusBehind(state) !== "EXECUTION_IN_PROGRESS")
    return refuse("STATUS_WRONG", `story ${id} can't begin in ${state.status}`, {
      fits: "once the blueprint's gate is passed",
    });
  if (story.status !== "PENDING")
    return refuse("STATUS_UNREACHABLE", `story ${id} is ${story.status}, not PENDING`, {
      fits:
        story.status === "IN_PROGRESS" ? "AWAITING_VERIFICATION comes next" : "a person reopens it",
    });
  const window = windowOf(state);
  if (!window.some((one) => one.id === id))
    return refuse("STORY_UNORDERED", `story ${id} isn't next`, {
      fits: `first: ${window.map((one) => one.id).join(", ")}`,
    });
  const busy = storiesOf(state).filter(isUnderWay);
  // A reopened story's epic waits for active work in another, because only one epic is active at a time.
  const blocks = busy.find(
    (one) =>
      one.status === "AWAITING_VERIFICATION" || epicOf(state, one.id)?.id !== epicOf(state, id)?.id,
  );
  if (blocks !== undefined || busy.length >= state.settings.concurrency)
    return refuse(
      "STORY_CROWDED",
      `${(blocks ?? busy[0])?.id ?? ""} is under way, and ${state.settings.concurrency} may be at once`,
      { fits: "once it is complete; `concurrency` in the settings allows more" },
    );
  if (story.file === null)
    return refuse("STORYFILE_MISSING", `story ${id} has no story file`, {
      fits: `docs/stories/${id}.story.md, then RecordStoryFile; by hand, an entry STORY_CREATED that names ${id}`,
    });
  if (storyGate(state, story))
    return refuse("STORY_UNAPPROVED", `story ${id} waits for a person at its gate`, {
      fits: `cairn decide`,
    });
  const held = heldUp(state);
  if (held !== null) return held;
  const [drift] = state.drift;
  if (drift !== undefined)
    return refuse("BLUEPRINT_DRIFTED", `${drift.path} is no longer what it was at the gate`, {
      fits: "a person accepts it, or it is put back",
    });
  return isOpenForWork(state)
    ? null
    : refuse("GATE_CLOSED", "the blueprint's gate waits for a person", { fits: "`cairn decide`" });
};

/** Its gate waits: supervised mode, enabled in the settings, and an unapproved file. */
export const storyGate = (state: Pick<State, "autonomy" | "settings">, story: Story): boolean =>
  !story.approved &&
  story.status === "PENDING" &&
  story.file !== null &&
  state.autonomy === "supervised" &&
  state.settings.gates.includes("story");
