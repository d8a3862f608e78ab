// All that a person decides in iterative.
import { together } from "../../core/rules/decision.ts";
import type { Job } from "../../core/job.ts";
import { deliver, judge } from "./decisions/end.ts";
import { approve, brief, question } from "./decisions/planning.ts";
import { handBack, stuck, undescribed } from "./decisions/units.ts";
import type { State } from "./state.ts";

export const decisions = together([
  question,
  brief,
  approve,
  handBack,
  undescribed,
  stuck,
  judge,
  deliver,
]);

/** Decisions about units, in the order of the units. `idle`: no other work can run, so skipped units are asked about again. */
const unitJobs = (state: State, idle: boolean): readonly Job[] => {
  const aside = [...handBack.jobs(state), ...undescribed.jobs(state)];
  const asked = stuck.jobs(state);
  return state.units.flatMap(({ id, stuck: at }) => {
    const own = aside.filter(({ subject }) => subject === id);
    return own.length > 0 || (at?.skipped === true && !idle)
      ? own
      : asked.filter(({ subject }) => subject === id);
  });
};

export const decisionJobs = (state: State, idle: boolean): readonly Job[] => [
  ...[question, brief, approve].flatMap((one) => one.jobs(state)),
  ...unitJobs(state, idle),
  ...[judge, deliver].flatMap((one) => one.jobs(state)),
];
