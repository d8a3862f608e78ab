// Jobs of interviewer, planner and reviewer, before and after the units.
import { reportForm } from "../../../kit/json-schema.ts";
import type { Job } from "../../../core/job.ts";
import { isReviewDue, isSpent, nextRound } from "../ready.ts";
import { interviewShape, planShape, reviewShape } from "../report-shapes.ts";
import type { State } from "../state.ts";
import { livePasses } from "../units.ts";
import type { About } from "./about.ts";
import { limitsOf } from "./limits.ts";

const base = (state: State) =>
  ({
    kind: "agent",
    why: state.paused ? "paused" : null,
    begun: false,
    reads: [],
    writes: "nothing",
    doubt: "retry",
  }) as const;

export const isBriefWanted = ({ phase, questions }: State): boolean =>
  phase === "discover" && questions.every(({ answers, skipped }) => answers !== null || skipped);
export const isPlanWanted = ({ phase, plan }: State): boolean =>
  phase === "plan" && plan.state !== "proposed";

export const interviews = ({ settings, interviewer }: State): boolean =>
  settings.interviewer === "agent" && !isSpent(interviewer, settings.caps.discover);
export const plans = ({ settings, planner }: State): boolean =>
  settings.planner === "agent" && !isSpent(planner, settings.caps.plan);

const interview = (state: State): readonly Job[] =>
  isBriefWanted(state) && interviews(state)
    ? [
        {
          ...base(state),
          key: `interviewer#${state.interviewer.n}`,
          about: { is: "interview", n: state.interviewer.n } satisfies About,
          subject: "brief",
          role: "interviewer",
          tier: "standard",
          report: reportForm(interviewShape),
          limits: limitsOf(state, "plan"),
        },
      ]
    : [];

const plan = (state: State): readonly Job[] =>
  isPlanWanted(state) && plans(state)
    ? [
        {
          ...base(state),
          key: `planner#${state.planner.n}`,
          about: { is: "plan", n: state.planner.n } satisfies About,
          subject: "plan",
          role: "planner",
          tier: "heavy",
          report: reportForm(planShape),
          limits: limitsOf(state, "plan"),
        },
      ]
    : [];

const review = (state: State): readonly Job[] => {
  if (!isReviewDue(state) || isSpent(state.reviewer, Infinity)) return [];
  const { n } = state.reviewer;
  return [
    {
      ...base(state),
      key: `reviewer#${n}`,
      about: {
        is: "review",
        n,
        round: nextRound(state),
        tree: state.final.gate?.tree ?? null,
      } satisfies About,
      subject: "review",
      role: "reviewer",
      tier: "standard",
      why: state.paused ? "paused" : livePasses(state).length > 0 ? "a pass is under way" : null,
      report: reportForm(reviewShape),
      limits: limitsOf(state, "review"),
    },
  ];
};

export const deskJobs = (state: State): readonly Job[] => [
  ...interview(state),
  ...plan(state),
  ...review(state),
];
