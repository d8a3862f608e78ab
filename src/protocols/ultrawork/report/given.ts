// Conversion of report data to command data: null for "nothing" is left out.
import { withoutNulls } from "../../../core/record.ts";
import type { checkInput, planInput } from "../shapes.ts";
import type { Of } from "../../../kit/schema.ts";
import type { planShape, verifierShape } from "./shapes.ts";

type PlanReport = Of<typeof planShape>;
type VerifierReport = Of<typeof verifierShape>;
type PlanData = Of<typeof planInput>;
type CheckReport = NonNullable<NonNullable<VerifierReport["checks"]>[number]>["check"];
type CheckData = Of<typeof checkInput>;

export const checkData = (check: CheckReport): CheckData => {
  const { type, command, path, cwd, exit, match, timeout_s } = check;
  return withoutNulls({ type, command, path, cwd, exit, match, timeout_s });
};

type CriterionReport = PlanReport["tasks"][number]["success_criteria"][number];
const criterionData = (
  criterion: CriterionReport,
): PlanData["tasks"][number]["success_criteria"][number] =>
  typeof criterion === "string"
    ? criterion
    : { criteria: criterion.criteria, ...checkData(criterion) };

export const planData = (plan: PlanReport): PlanData => ({
  tasks: plan.tasks.map(
    ({ id, subject, success_criteria, description, complexity, blocked_by, files }) => ({
      id,
      subject,
      ...withoutNulls({ description, complexity, blocked_by, files }),
      success_criteria: success_criteria.map(criterionData),
    }),
  ),
  ...(plan.verify
    ? { verify: { success_criteria: plan.verify.success_criteria.map(criterionData) } }
    : {}),
  ...(plan.decisions
    ? {
        decisions: plan.decisions.map(({ topic, choice, rationale, asked_user }) => ({
          topic,
          choice,
          rationale: rationale ?? "",
          asked_user: asked_user ?? false,
        })),
      }
    : {}),
});
