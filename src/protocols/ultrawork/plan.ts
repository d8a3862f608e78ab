// The plan of ultrawork: its form, its rules, and warnings for those who approve it.
import { isCheckedWhole } from "../../core/placed.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { hollow } from "../../kit/check/check.ts";
import type { Planner } from "../../work/dialect.ts";
import {
  planFindings,
  type PlanField,
  type PlanRules,
  unitFindings,
} from "../../work/plan-rules.ts";
import { isManual } from "../../kit/check/shape.ts";
import { type Draft, type DraftCriterion } from "../../work/unit.ts";
import { isAuto, type Work } from "../../work/work.ts";
import { designFile } from "./briefs.ts";
import { lightCriterion } from "./light.ts";
import {
  changesShape,
  fieldKeys,
  planShape,
  readPlan,
  readUnit,
  unitShape,
  writtenPlan,
} from "./plan-read.ts";

const mostTasks = 200;
const below = (unit: string, field: PlanField, at?: number): string =>
  `${unit}/${fieldKeys[field]}${at === undefined ? "" : `/${at}`}`;
const rulesIn = (state: Work): PlanRules => ({
  auto: isAuto(state),
  most: mostTasks,
  noun: "task",
  pointer: (index, field, at) => below(`/tasks/${index}`, field, at),
});
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
            pointer: below("/verify", "criteria", at),
            fits: "a check object: no worker names one for it",
          }),
        ],
  );
};
const rules = (state: Work, units: readonly Draft[]): readonly Refusal[] => {
  const how = rulesIn(state);
  const verify = wholeIn(units);
  const ofVerify: PlanRules = {
    ...how,
    pointer: (_index, field, at) => below("/verify", field, at),
  };
  return [
    ...planFindings(units.filter(isTask), how),
    ...(verify === undefined
      ? []
      : [...unitFindings(verify, 0, ofVerify, 0), ...bareOfWhole(state, verify)]),
  ];
};

const vague = /\b(?:works?|is (?:clean|good|nice|fine)|better|properly|correctly|as expected)\b/iu;
const ofCriterion = ({ id }: Draft, { text, check }: DraftCriterion): readonly string[] => [
  ...(check === null ? [`task ${id}: "${text}" names no check; its worker must`] : []),
  ...(check !== null && hollow(check)
    ? [`task ${id}: the check of "${text}" passes whatever was done: ${check.command ?? ""}`]
    : []),
  ...((check === null || isManual(check)) && vague.test(text)
    ? [`task ${id}: "${text}" is vague`]
    : []),
];
/** Made by Cairn and approved with the start, so there is nothing to correct. */
const isLight = ([task, ...more]: readonly Draft[]): boolean =>
  more.length === 0 && task?.criteria.length === 1 && task.criteria[0]?.text === lightCriterion;

const warnings = (state: Work, units: readonly Draft[]): readonly string[] => {
  if (isLight(units.filter(isTask))) return [];
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
