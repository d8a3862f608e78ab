// Events of checks and failed tries.
import { checkResult, entry, issue, maybe, strikeKind, subject } from "../shapes.ts";
import { checkBroken, passedBroken } from "../proofs.ts";
import { newsAs } from "./entry.ts";
import { event } from "./declare.ts";
import { oneLine } from "../../../core/words/quote.ts";
import { type EndSaid, byReason, ofUnit, own } from "../../../core/reports/attempt-end.ts";
import * as t from "../../../kit/schema.ts";
import { ownOf } from "../../../core/json/own.ts";
import type { State, Strike, Tally } from "../state.ts";
import { isSubject, storyOf, subjectFrom, workOf } from "../subjects.ts";
import {
  changeIssue,
  changeStory,
  changeTally,
  guided,
  heardTally,
  onTree,
  settledTally,
  triedAgain,
} from "../evolve/change.ts";

/** An attempt without a report that cost a strike is remembered even after a solution; other failures were reported or observed. */
const slipped = (tally: Tally, kind: Strike["kind"], text: string): Tally =>
  kind === "garbage" && tally.slip !== undefined
    ? { ...tally, slip: { text, struck: true } }
    : heardTally(tally);

const attemptFields = {
  job: t.text,
  reason: t.text,
  subject: t.optional(subject),
  issue: t.optional(issue),
};

const attempted = (
  state: State,
  { reason: text, subject, issue }: t.DataOf<typeof attemptFields>,
): State => {
  if (issue !== undefined)
    return changeIssue(state, issue, (one) => ({ ...one, slip: { text, struck: false } }));
  if (subject === undefined || !isSubject(subject)) return state;
  return changeTally(state, subject, (tally) => ({
    ...tally,
    slip: { text, struck: tally.slip?.struck === true },
  }));
};

export const checkRecorded = event("CheckRecorded", {
  means: "What a pinned check came to when the engine ran it.",
  data: { n: t.count, result: checkResult, before: maybe },
  line: ({ n, result }) =>
    `check ${n + 1}, ${result.void ? "void" : result.passed ? "passed" : "failed"}${result.why === null ? "" : `: ${oneLine(result.why, 120)}`}`,
  ends: ({ result: { void: moved, passed, why, exit } }) => {
    if (moved) return [own("void", why ?? "the files changed meanwhile")];
    return [passed ? own("passed") : own("failed", why ?? `exit ${exit ?? "unknown"}`)];
  },
  refers: ({ result }) => (result.output === null ? {} : { outputs: [result.output] }),
  broken: checkBroken,
  apply: (state, { n, result }) => {
    const now = onTree(state, result.tree);
    const others = now.proof.passed.filter((one) => one !== n);
    return {
      ...now,
      proof: {
        ...now.proof,
        passed: result.passed ? [...others, n] : others,
        voids: result.void ? now.proof.voids + 1 : 0,
        runs: now.proof.runs + 1,
        results: { ...now.proof.results, [n]: result },
      },
    };
  },
});

export const checksReset = event("ChecksReset", {
  means: "All checks are run again.",
  data: { by: t.text },
  line: ({ by }) => `all checks are run again, asked by ${oneLine(by, 60)}`,
  apply: (state) => ({
    ...state,
    proof: { ...state.proof, passed: [], runs: state.proof.runs + 1 },
  }),
});

export const checksPassed = event("ChecksPassed", {
  means: "Every pinned check passed on one content.",
  data: { tree: maybe, count: t.count, entry },
  broken: passedBroken,
});

const strikeFields = { subject, kind: strikeKind, reason: t.text, entry };

/** Strikes by a reviewer or check are about the story's work; all others are about the job's holder. */
const strikeEnds = ({
  subject,
  kind,
  reason,
}: t.DataOf<typeof strikeFields>): readonly EndSaid[] => {
  const story = workOf(subject) ?? storyOf(subjectFrom(subject));
  if (story !== null && kind === "check") return [ofUnit(story, "returned", reason)];
  if (story !== null && kind === "review" && workOf(subject) !== null)
    return [own("judged", reason), ofUnit(story, "returned", reason)];
  return [kind === "timeout" ? own("late", reason) : byReason(reason)];
};

export const strikeCounted = event("StrikeCounted", {
  means: "A try failed.",
  data: strikeFields,
  news: newsAs("again"),
  ends: strikeEnds,
  apply: (state, data) => {
    const subject = subjectFrom(data.subject);
    const { kind, reason, entry } = data;
    const counted = changeTally(state, subject, (tally) =>
      guided(
        triedAgain({
          ...slipped(tally, kind, reason.slice(0, 1_000)),
          strikes: [...tally.strikes, { at: entry.at, kind, reason: reason.slice(0, 4_096) }],
        }),
        reason,
      ),
    );
    const story = storyOf(subject);
    if (story === null) return counted;
    // Any verdict ends the failures of reviewing.
    const judged =
      kind === "review" && subject === `story:${story}`
        ? changeTally(counted, `review:${story}`, settledTally)
        : counted;
    const back = changeStory(judged, story, (one) => ({
      ...one,
      troubled: true,
      ...(workOf(subject) !== null
        ? {
            status: one.status === "AWAITING_VERIFICATION" ? "IN_PROGRESS" : one.status,
            review: null,
          }
        : {}),
      ...(kind === "review" && workOf(subject) !== null ? { unmet: state.proof.tree } : {}),
    }));
    // The strike includes earlier void results.
    return { ...back, proof: { ...back.proof, voids: kind === "check" ? 0 : back.proof.voids } };
  },
});

export const attemptCounted = event("AttemptCounted", {
  means: "A job came to nothing that could be judged.",
  data: attemptFields,
  line: ({ job, reason }) => `${job}: ${oneLine(reason)}`,
  ends: ({ reason }) => [byReason(reason)],
  apply: (state, data) => ({
    ...attempted(state, data),
    attempts: { ...state.attempts, [data.job]: (ownOf(state.attempts, data.job) ?? 0) + 1 },
  }),
});
