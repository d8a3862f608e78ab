// The plan that stands as its proposal: what a person rewrites before approving it.
import { withoutNulls } from "../../../core/record.ts";
import { counted } from "../criteria.ts";
import { planned } from "../ready.ts";
import type { Criterion, State, Task } from "../state.ts";
import type { PlanInput } from "./read.ts";

type CriterionInput = PlanInput["tasks"][number]["success_criteria"][number];

const criterion = ({ text, check }: Criterion): CriterionInput =>
  check === null ? text : { criteria: text, ...check };

const task = ({
  id,
  subject,
  description,
  complexity,
  files,
  blockedBy,
  criteria,
}: Task): PlanInput["tasks"][number] => ({
  id,
  subject,
  ...withoutNulls({ description, complexity }),
  blocked_by: blockedBy,
  ...(files === null ? {} : { files }),
  success_criteria: criteria.map(criterion),
});

export const planAgain = (state: State): PlanInput => {
  const verify = state.tasks[state.verifyId];
  return {
    tasks: planned(state).map(task),
    verify: {
      success_criteria: (verify === undefined ? [] : counted(state, verify)).map(criterion),
    },
    decisions: state.plan.decisions.map(({ askedUser, ...rest }) => ({
      ...rest,
      asked_user: askedUser,
    })),
  };
};
