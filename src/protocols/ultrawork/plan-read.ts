// The form of a plan, how it is read to units, and how units are written as a plan again.
import type { Finding } from "../../core/message.ts";
import { withoutNulls } from "../../core/json/record.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { read } from "../../kit/findings.ts";
import * as t from "../../kit/schema.ts";
import { readCheck } from "../../kit/check/check.ts";
import type { PlanReading, Reading, ReadUnits } from "../../work/dialect.ts";
import { checkInput, isSameCheck } from "../../kit/check/shape.ts";
import { type Draft, type DraftCriterion, type Unit } from "../../work/unit.ts";
import type { Plan } from "../../work/work.ts";
import { complexity } from "./documents/words.ts";
import { bare, taskDraft, verifyDraft, verifyId } from "./drafts.ts";
import { complexityOf } from "./own.ts";

const limits = { criteria: 20, criterion: 500 };
const words = t.filled(limits.criterion);
/** How a criterion is checked, with its text. */
export const namedCheck = t.open({ criteria: words, ...checkInput.entries });
const criterion = t.either(
  t.means("a bare criterion: its worker names a check for it", words),
  namedCheck,
);
const criteria = t.mostOf(limits.criteria, criterion);
const subject = t.filled(200);
/** Null: none. */
const fields = {
  description: t.nullish(t.most(16_384, t.text)),
  complexity: t.nullish(t.oneOf(complexity.words)),
  blocked_by: t.unset(t.list(t.text)),
};
const task = t.open({ id: t.text, subject, ...fields, success_criteria: criteria });
const filled = t.filled(2_000);
export const planShape = t.open({
  tasks: t.list(task),
  verify: t.unset(t.open({ success_criteria: criteria })),
  decisions: t.unset(
    t.mostOf(
      200,
      t.open({
        topic: filled,
        choice: filled,
        rationale: t.unset(t.most(16_384, t.text)),
        asked_user: t.unset(t.flag),
      }),
    ),
  ),
});
/** A task as it is set, as its file shows it, too: what isn't given stays. */
export const unitShape = t.open({
  id: t.text,
  subject: t.unset(subject),
  ...fields,
  success_criteria: t.unset(criteria),
  checks: t.nullish(t.means("of criteria that are named by their text", t.list(namedCheck))),
});
/** Its keys in files that SetUnits takes. */
export const plannedKeys = t.keysOf(unitShape).filter((key) => key !== "id");
/** What a person may change of a task that failed. */
export const changesShape = t.open({ subject: t.unset(subject), success_criteria: criteria });
type CriterionInput = t.Of<typeof criterion>;
type TaskInput = t.Of<typeof unitShape>;
/** How a plan is read, and what is wrong in it so far. */
type Reader = Reading & { readonly findings: Refusal[] };

/** @param before a criterion that is named by its text only, and one whose check is the same, stay as they are there */
const readCriteria = (
  inputs: readonly CriterionInput[],
  at: string,
  { folder, chosenBy, findings }: Reader,
  before: readonly DraftCriterion[],
): readonly DraftCriterion[] =>
  inputs.map((input, index) => {
    const { criteria: text, ...rest } = typeof input === "string" ? { criteria: input } : input;
    const given = withoutNulls(rest);
    const old = before.find((one) => one.text === text) ?? bare(text);
    if (Object.keys(given).length === 0) return old;
    const check = readCheck(given, folder);
    if (!isRefusal(check)) return isSameCheck(check, old.check) ? old : { text, check, chosenBy };
    findings.push({ ...check, pointer: `${at}/${index}` });
    return bare(text);
  });
/** Checks beside the criteria are all that there are; if none are given, those at hand stay. */
const criteriaOf = (
  { success_criteria: given, checks }: TaskInput,
  before: readonly DraftCriterion[],
  at: string,
  reader: Reader,
): readonly DraftCriterion[] => {
  const list = given ?? before.map(({ text }) => text);
  const checked =
    checks === undefined ? before : readCriteria(checks ?? [], `${at}/checks`, reader, before);
  const all = readCriteria(list, `${at}/success_criteria`, reader, checked);
  for (const [index, { criteria: text }] of (checks ?? []).entries())
    if (!all.some((one) => one.text === text))
      reader.findings.push(
        refuse("CRITERION_UNKNOWN", `no criterion is named ${JSON.stringify(text)}`, {
          pointer: `${at}/checks/${index}`,
        }),
      );
  return all;
};
const readTask = (input: TaskInput, before: Draft, at: string, reader: Reader): Draft => {
  const { subject: title = before.title, description: text = before.text, complexity } = input;
  return {
    ...before,
    title,
    text,
    after: input.blocked_by === undefined ? before.after : [...new Set(input.blocked_by)],
    criteria: criteriaOf(input, before.criteria, at, reader),
    more: complexity === undefined ? before.more : withoutNulls({ ...before.more, complexity }),
  };
};
/** Ids of units that no plan names: they are refused here, because a unit of the run may have the id already. */
const reservedForm = /^(?:plan$|verify$|exp-|fix-)/iu;
const newTask = (input: TaskInput, at: string, reader: Reader): Draft => {
  const { id } = input;
  if (reservedForm.test(id))
    reader.findings.push(
      refuse("UNIT_ID_INVALID", `the id ${JSON.stringify(id)} is reserved`, {
        pointer: `${at}/id`,
        fits: "an id that isn't plan or verify and doesn't begin with exp- or fix-",
      }),
    );
  return readTask(input, taskDraft(id), at, reader);
};
const misfits = (findings: readonly Finding[]): readonly Refusal[] =>
  findings.map(({ code = "FIELD_INVALID", pointer, text }) =>
    refuse(code, `${pointer} ${text}`.trim(), { pointer }),
  );

export const readPlan = (plan: unknown, how: Reading): PlanReading => {
  const found = read(planShape, plan);
  if ("findings" in found) return { units: [], decisions: [], findings: misfits(found.findings) };
  const { tasks, verify = {}, decisions = [] } = found.value;
  const reader: Reader = { ...how, findings: [] };
  const whole = { id: verifyId, ...verify };
  return {
    units: [
      ...tasks.map((one, index) => newTask(one, `/tasks/${index}`, reader)),
      readTask(whole, verifyDraft(), "/verify", reader),
    ],
    findings: reader.findings,
    decisions,
  };
};

export const readUnit = (given: unknown, before: Draft | undefined, how: Reading): ReadUnits => {
  const found = read(unitShape, given);
  if ("findings" in found) return { units: [], findings: misfits(found.findings) };
  const { id, subject } = found.value;
  const reader: Reader = { ...how, findings: [] };
  const known = before ?? (id === verifyId ? verifyDraft() : null);
  if (known === null && subject === undefined)
    reader.findings.push(
      refuse("KEY_MISSING", `task ${id} has no subject`, { pointer: "/subject" }),
    );
  const unit =
    known === null ? newTask(found.value, "", reader) : readTask(found.value, known, "", reader);
  return { units: [unit], findings: reader.findings };
};

const writtenCriteria = (all: readonly DraftCriterion[]) =>
  all.map(({ text, check }) => (check === null ? text : { criteria: text, ...check }));
/** Units as a plan, for a person or a planner to rewrite. */
export const writtenPlan = (
  units: readonly Unit[],
  decisions: Plan["decisions"],
): t.Of<typeof planShape> => ({
  tasks: units
    .filter(({ kind }) => kind === "task")
    .map((unit) => ({
      id: unit.id,
      subject: unit.title,
      ...withoutNulls({ description: unit.text, complexity: complexityOf(unit) }),
      blocked_by: unit.after,
      success_criteria: writtenCriteria(unit.criteria),
    })),
  verify: {
    success_criteria: writtenCriteria(units.find(({ kind }) => kind === "verify")?.criteria ?? []),
  },
  ...(decisions.length === 0 ? {} : { decisions }),
});
