// Check and review jobs of stigmergy: run by the engine, judged by another agent, on one tree.
import { decisionJob } from "../../../core/decision.ts";
import type { DecisionOption, Job } from "../../../core/job.ts";
import { oneLine } from "../../../core/quote.ts";
import { outputBytes } from "../limits.ts";
import { reviewShape } from "../report-shapes.ts";
import { isUnjudgeable } from "../reviewers.ts";
import type { State, Story } from "../state.ts";
import { tallyOf } from "../subjects.ts";
import {
  awaiting,
  checkDoubts,
  heldUp,
  isReviewed,
  isUnchecked,
  type Phase,
  wantsPerson,
} from "../window.ts";
import type { About } from "./about.ts";
import { agentJob, isHeld, isLast, limitsOf, paused } from "./agents.ts";
import { reviewKeys } from "./keys.ts";

const decision = decisionJob<About>;

const heldText = (state: State): string | null => {
  const held = heldUp(state);
  return held === null ? null : `${held.code}: ${held.text}`;
};
const tree8 = ({ proof }: Pick<State, "proof">): string => (proof.tree ?? "none").slice(0, 8);
const tries = (state: State, id: string): number => tallyOf(state, `story:${id}`).tries;

/** The first pinned check that hasn't passed on the newest known content. */
export const checkJobs = (state: State, phase: Phase): readonly Job[] => {
  const { checks, proof, status } = state;
  if (status !== "EXECUTION_IN_PROGRESS" || phase !== "check" || checks === null) return [];
  const n = checks.findIndex((_, index) => !proof.passed.includes(index));
  const check = checks[n];
  if (check === undefined) return [];
  const key = `check-${n}-${proof.runs}`;
  const ids = awaiting(state).map(({ id }) => id);
  return [
    {
      key,
      about: { is: "check", n, runs: proof.runs, last: isLast(state, key) } satisfies About,
      subject: check.name,
      kind: "check",
      role: "quinn",
      reason: `check: ${ids.join(", ")} ${ids.length === 1 ? "awaits" : "await"} verification, and "${oneLine(check.name, 60)}" hasn't passed on this tree`,
      why: paused(state) ?? heldText(state),
      begun: false,
      writes: "nothing",
      reads: [],
      checks: [{ argv: check.argv, cwd: ".", env: {}, ms: check.timeout_ms }],
      limits: { ...limitsOf(state, "check"), ms: check.timeout_ms, bytes: outputBytes },
      doubt: "retry",
    },
  ];
};

/** The roster assigns reviews to a person, or no other reviewer is allowed. */
const byPerson = (state: State, story: Story): boolean =>
  wantsPerson(state, story) ||
  state.settings.roster["sarah"] === "person" ||
  isUnjudgeable(state, story);

const reviewJob = (state: State, story: Story): Job => {
  const { id, criteria } = story;
  const key = `${reviewKeys(state, id)}${tree8(state)}`;
  return agentJob(state, {
    key,
    about: {
      is: "review",
      subject: `review:${id}`,
      story: id,
      criteria: criteria.length,
      last: isLast(state, key),
    },
    subject: id,
    role: "sarah",
    saw: `all checks passed, and nobody has judged ${id} on this tree`,
    minutes: "review",
    report: reviewShape,
    why: heldText(state),
    writes: "nothing",
  });
};

const options: readonly DecisionOption[] = [
  {
    id: "accept",
    label: "Accept the story",
    means: "You saw every criterion met: the story is complete.",
    note: "may",
  },
  {
    id: "reject",
    label: "Reject the story",
    means: "It goes back to work with your note, as a failed try.",
    note: "must",
  },
];

const acceptJob = (state: State, story: Story): readonly Job[] => {
  const { id, title, criteria } = story;
  if (heldUp(state) !== null) return [];
  const why =
    criteria.length === 0
      ? "it has no criteria"
      : isUnchecked(state)
        ? ["nothing is run to check it", ...checkDoubts(state)].join(": ")
        : isUnjudgeable(state, story)
          ? "nobody else is known to be fit to judge it"
          : "a person judges here";
  const about: About = { is: "accept", story: id, criteria: criteria.length };
  const asked = `Story ${id} "${oneLine(title)}" is said to be done, and ${why}. Is it?`;
  return [
    {
      ...decision(`accept-${id}-${tries(state, id)}-${tree8(state)}`, about, id, asked, options),
      reason: `accept: ${id} awaits a person's word`,
    },
  ];
};

/** One for each story that a review of the current tree would complete. */
export const reviewJobs = (state: State, phase: Phase): readonly Job[] => {
  if (state.status !== "EXECUTION_IN_PROGRESS" || phase !== "review") return [];
  return awaiting(state)
    .filter(
      (story) =>
        !isReviewed(state, story) &&
        !isHeld(state, `review:${story.id}`) &&
        !isHeld(state, `story:${story.id}`),
    )
    .flatMap((story) =>
      byPerson(state, story) ? acceptJob(state, story) : [reviewJob(state, story)],
    );
};
