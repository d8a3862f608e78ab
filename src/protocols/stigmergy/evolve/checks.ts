// Why: which checks passed on which content, and what failed, is counted here alone.
import { ownOf } from "../../../core/own.ts";
import type { State, Strike, Tally } from "../state.ts";
import { isSubject, storyOf, subjectFrom, workOf } from "../subjects.ts";
import {
  changeIssue,
  changeStory,
  changeTally,
  type Evolve,
  guided,
  heardTally,
  marked,
  onTree,
  settledTally,
  triedAgain,
} from "./change.ts";

type Table = {
  readonly [
    K in "CheckRecorded" | "ChecksReset" | "ChecksPassed" | "StrikeCounted" | "AttemptCounted"
  ]: Evolve<K>;
};

/** Silence that cost a strike is remembered, also past a solution; any other failure was told by somebody, or seen. */
const slipped = (tally: Tally, kind: Strike["kind"], text: string): Tally =>
  kind === "garbage" && tally.slip !== undefined
    ? { ...tally, slip: { text, struck: true } }
    : heardTally(tally);

type Attempt = {
  readonly job: string;
  readonly reason: string;
  readonly subject?: string | undefined;
  readonly issue?: string | undefined;
};

const attempted = (state: State, { reason: text, subject, issue }: Attempt): State => {
  if (issue !== undefined)
    return changeIssue(state, issue, (one) => ({ ...one, slip: { text, struck: false } }));
  if (subject === undefined || !isSubject(subject)) return state;
  return changeTally(state, subject, (tally) => ({
    ...tally,
    slip: { text, struck: tally.slip?.struck === true },
  }));
};

export const checks: Table = {
  CheckRecorded: (state, { data: { n, result } }) => {
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
  ChecksReset: (state) => ({
    ...state,
    proof: { ...state.proof, passed: [], runs: state.proof.runs + 1 },
  }),
  ChecksPassed: (state, { data }) => marked(state, data.entry),
  StrikeCounted: (state, { data }) => {
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
    if (story === null) return marked(counted, entry);
    // A verdict, whatever it says, ends what went wrong with judging.
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
    // Whatever was void is counted with the strike.
    return marked(
      { ...back, proof: { ...back.proof, voids: kind === "check" ? 0 : back.proof.voids } },
      entry,
    );
  },
  AttemptCounted: (state, { data }) => ({
    ...attempted(state, data),
    attempts: { ...state.attempts, [data.job]: (ownOf(state.attempts, data.job) ?? 0) + 1 },
  }),
};
