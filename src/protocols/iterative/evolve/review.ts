// Why: the whole is judged once all units are done, and what is found goes back to them or waits for a person.
import type { Evolve } from "./change.ts";
import { unjudged } from "./passes.ts";

type Table = {
  readonly [K in "ReviewGiven" | "ReviewVoided" | "IssuesRaised" | "ReviewAnswered"]: Evolve<K>;
};

export const review: Table = {
  // A reviewer that changed the work has tried in vain, and its issues are of no content that stands.
  ReviewGiven: (state, { data }) => {
    const sound = data.changed.length === 0;
    const passed =
      sound && data.verdict === "REVIEW_PASS" && data.tree === (state.final.gate?.tree ?? null);
    return {
      ...state,
      reviewer: {
        ...state.reviewer,
        n: state.reviewer.n + 1,
        attempts: passed ? 0 : state.reviewer.attempts,
        why: null,
      },
      final: {
        ...state.final,
        reviews: data.round,
        review: sound ? { verdict: data.verdict, tree: data.tree, round: data.round } : null,
        minorGaps: sound
          ? data.issues.filter(({ severity }) => severity === "minor")
          : state.final.minorGaps,
        issues: [],
        waits: false,
      },
    };
  },
  ReviewVoided: (state) => unjudged(state),
  // What the units mend is judged anew; what waits for a person stands until the answer.
  IssuesRaised: (state, { data }) => {
    const reviewer = {
      ...state.reviewer,
      attempts: 0,
      rounds: state.reviewer.rounds + (data.counted ? 1 : 0),
    };
    if (!data.waits)
      return {
        ...unjudged({ ...state, reviewer }),
        final: { ...unjudged(state).final, issues: [], waits: false },
      };
    return {
      ...state,
      reviewer,
      final: { ...state.final, issues: data.issues, waits: true, asked: state.final.asked + 1 },
    };
  },
  ReviewAnswered: (state, { data, at, by }) => {
    const reviewer = { ...state.reviewer, rounds: 0, attempts: 0 };
    const final = { ...state.final, waits: false };
    if (data.option === "again") return { ...state, reviewer, final };
    return {
      ...state,
      reviewer,
      final: { ...final, accepted: { by: by.name, reason: data.reason } },
      bypasses: [
        ...state.bypasses,
        { what: "review accepted with open issues", by: by.name, reason: data.reason, at },
      ],
    };
  },
};
