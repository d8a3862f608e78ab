// The plan of ultrawork: its form, its rules, and warnings for those who approve it.
import { isCheckedWhole } from "../../core/rules/site-key.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { hollow } from "../../kit/check/check.ts";
import type { Planner } from "../../work/dialect.ts";
import { type Draft, type DraftCriterion } from "../../work/unit.ts";
import { isAuto, type Work } from "../../work/work.ts";
import { designFile } from "./briefs.ts";
import {
  changesShape,
  planShape,
  readPlan,
  readUnit,
  unitShape,
  writtenPlan,
} from "./plan-read.ts";
import { criteriaFindings, planFindings } from "./plan-rules.ts";

const isTask = ({ kind }: Pick<Draft, "kind">): boolean => kind === "task";
const wholeIn = <U extends Pick<Draft, "kind">>(units: readonly U[]): U | undefined =>
  units.find(({ kind }) => kind === "verify");

/** No worker gives them a check. Those of an adopted folder are asked about, as they were found. */
const bareOfWhole = (state: Work, verify: Draft): readonly Refusal[] => {
  const found = state.adopted === null ? [] : (wholeIn(state.units)?.criteria ?? []);
  return verify.criteria.flatMap(({ text, check }, at) =>
    check !== null || found.some((one) => one.check === null && one.text === text)
      ? []
      : [
          refuse("CRITERION_BARE", `the criterion "${text}" of verify has no check`, {
            pointer: `/verify/success_criteria/${at}`,
            fits: "a check object: no worker names one for it",
          }),
        ],
  );
};
const rules = (state: Work, units: readonly Draft[]): readonly Refusal[] => {
  const verify = wholeIn(units);
  const found = planFindings(units.filter(isTask), isAuto(state));
  return verify === undefined
    ? found
    : [
        ...found,
        ...criteriaFindings(verify, "/verify", isAuto(state)),
        ...bareOfWhole(state, verify),
      ];
};

const ofCriterion = ({ id }: Draft, { text, check }: DraftCriterion): readonly string[] => {
  if (check === null) return [`task ${id}: "${text}" names no check; its worker must`];
  return hollow(check)
    ? [`task ${id}: the check of "${text}" passes whatever was done: ${check.command ?? ""}`]
    : [];
};

const warnings = (state: Work, units: readonly Draft[]): readonly string[] => {
  const isWholeUnchecked = (wholeIn(units)?.criteria ?? []).length === 0 && !isCheckedWhole(state);
  return [
    ...units.flatMap((unit) => unit.criteria.flatMap((one) => ofCriterion(unit, one))),
    ...(isWholeUnchecked
      ? ["verify has no check of the whole tree, such as the full build or the full suite"]
      : []),
  ];
};

export const plan: Planner = {
  shape: planShape,
  unit: unitShape,
  changes: changesShape,
  read: readPlan,
  readUnit,
  written: writtenPlan,
  rules,
  warnings,
  documents: [designFile],
};
