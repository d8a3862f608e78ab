// Check and review jobs of stigmergy: run by the engine, judged by another agent, on one tree.
import type { Job } from "../../../core/job.ts";
import { oneLine } from "../../../core/words/quote.ts";
import { accept, byPerson, tree8 } from "../decisions/accept.ts";
import { outputBytes } from "../limits.ts";
import { reviewShape } from "../report-shapes.ts";
import type { State, Story } from "../state.ts";
import { awaiting, heldUp, isReviewed, type Phase } from "../window.ts";
import type { About } from "./about.ts";
import { agentJob, isHeld, isLast, limitsOf, paused } from "./agents.ts";
import { reviewKeys } from "./keys.ts";

const heldText = (state: State): string | null => {
  const held = heldUp(state);
  return held === null ? null : `${held.code}: ${held.text}`;
};

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

/** One for each story that a review of the current tree would complete. */
export const reviewJobs = (state: State, phase: Phase): readonly Job[] => {
  if (state.status !== "EXECUTION_IN_PROGRESS" || phase !== "review") return [];
  const asked = accept.jobs(state);
  return awaiting(state)
    .filter(
      (story) =>
        !isReviewed(state, story) &&
        !isHeld(state, `review:${story.id}`) &&
        !isHeld(state, `story:${story.id}`),
    )
    .flatMap((story) =>
      byPerson(state, story)
        ? asked.filter(({ subject }) => subject === story.id)
        : [reviewJob(state, story)],
    );
};
