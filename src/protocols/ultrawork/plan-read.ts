// The form of a plan, how it is read to units, and how units are written as a plan again.
import type { Finding } from "../../core/message.ts";
import { withoutNulls } from "../../core/record.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { read } from "../../kit/findings.ts";
import * as t from "../../kit/schema.ts";
import { readCheck } from "../../kit/check/check.ts";
import type { PlanReading, Reading, ReadUnits } from "../../work/dialect.ts";
import type { PlanField } from "../../work/plan-rules.ts";
import { checkInput, isSameCheck } from "../../kit/check/shape.ts";
import { type Draft, type DraftCriterion, type Unit } from "../../work/unit.ts";
import type { Plan } from "../../work/work.ts";
import { complexity } from "./documents/words.ts";
import { complexityOf } from "./own.ts";

/** How a criterion is checked, with its text. */
export const namedCheck = t.open({ criteria: t.filled(500), ...checkInput.entries });
const criterion = t.either(
  t.means("a bare criterion: its worker names a check for it", t.filled(500)),
  namedCheck,
);
const criteria = t.mostOf(20, criterion);
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
/** The key that shows each field of a unit. */
export const fieldKeys = {
  id: "id",
  title: "subject",
  text: "description",
  after: "blocked_by",
  criteria: "success_criteria",
} as const satisfies Readonly<Record<PlanField, string>>;
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

export const verifyId = "verify";
export const verifyDraft = (own: readonly DraftCriterion[]): Draft => ({
  id: verifyId,
  kind: "verify",
  title: "Verify the whole",
  text: null,
  after: [],
  criteria: own,
  more: {},
});

type Criteria = {
  readonly criteria: readonly DraftCriterion[];
  readonly findings: readonly Refusal[];
};
const bare = (text: string): DraftCriterion => ({ text, check: null, chosenBy: null });
/** @param before a criterion that is named by its text only, and one whose check is the same, stay as they are there */
const readCriteria = (
  inputs: readonly CriterionInput[],
  at: string,
  { folder, chosenBy }: Reading,
  before: readonly DraftCriterion[] = [],
): Criteria => {
  const findings: Refusal[] = [];
  const criteria = inputs.map((input, index): DraftCriterion => {
    const { criteria: text, ...rest } = typeof input === "string" ? { criteria: input } : input;
    const given = withoutNulls(rest);
    const old = before.find((one) => one.text === text) ?? bare(text);
    if (Object.keys(given).length === 0) return old;
    const check = readCheck(given, folder);
    if (!isRefusal(check)) return isSameCheck(check, old.check) ? old : { text, check, chosenBy };
    findings.push({ ...check, pointer: `${at}/${index}` });
    return bare(text);
  });
  return { criteria, findings };
};

/** Ids of units that no plan names: they are refused here, because a unit of the run may have the id already. */
const reservedForm = /^(?:plan$|verify$|exp-|fix-)/iu;
const reserved = (id: string, pointer: string): readonly Refusal[] =>
  reservedForm.test(id)
    ? [
        refuse("UNIT_ID_INVALID", `the id ${JSON.stringify(id)} is reserved`, {
          pointer,
          fits: "an id that isn't plan or verify and doesn't begin with exp- or fix-",
        }),
      ]
    : [];
const misfits = (findings: readonly Finding[]): readonly Refusal[] =>
  findings.map(({ code = "FIELD_INVALID", pointer, text }) =>
    refuse(code, `${pointer} ${text}`.trim(), { pointer }),
  );

type TaskInput = t.Of<typeof unitShape>;
/** Checks beside the criteria are all that there are; those that aren't given stay. */
const criteriaOf = (input: TaskInput, before: Draft, at: string, how: Reading): Criteria => {
  const { success_criteria: given, checks } = input;
  const list = given ?? before.criteria.map(({ text }) => text);
  if (checks === undefined)
    return readCriteria(list, `${at}/success_criteria`, how, before.criteria);
  const beside = readCriteria(checks ?? [], `${at}/checks`, how, before.criteria);
  const all = readCriteria(list, `${at}/success_criteria`, how, beside.criteria);
  const lost = beside.criteria.flatMap(({ text }, index) =>
    all.criteria.some((one) => one.text === text)
      ? []
      : [
          refuse("CRITERION_UNKNOWN", `no criterion is named ${JSON.stringify(text)}`, {
            pointer: `${at}/checks/${index}`,
          }),
        ],
  );
  return { criteria: all.criteria, findings: [...beside.findings, ...lost, ...all.findings] };
};
const readTask = (
  input: TaskInput,
  before: Draft,
  at: string,
  how: Reading,
): { readonly unit: Draft; readonly findings: readonly Refusal[] } => {
  const { subject: title = before.title, description: text = before.text, complexity } = input;
  const { criteria, findings } = criteriaOf(input, before, at, how);
  return {
    unit: {
      ...before,
      title,
      text,
      after: input.blocked_by === undefined ? before.after : [...new Set(input.blocked_by)],
      criteria,
      more: complexity === undefined ? before.more : withoutNulls({ ...before.more, complexity }),
    },
    findings,
  };
};
const fresh = (id: string): Draft => ({ ...verifyDraft([]), id, kind: "task", title: "" });

export const readPlan = (plan: unknown, how: Reading): PlanReading => {
  const found = read(planShape, plan);
  if ("findings" in found) return { units: [], decisions: [], findings: misfits(found.findings) };
  const { tasks, verify, decisions = [] } = found.value;
  const all = tasks.map((one, index) => {
    const { unit, findings } = readTask(one, fresh(one.id), `/tasks/${index}`, how);
    return { unit, findings: [...reserved(one.id, `/tasks/${index}/id`), ...findings] };
  });
  const whole = readCriteria(verify?.success_criteria ?? [], "/verify/success_criteria", how);
  return {
    units: [...all.map(({ unit }) => unit), verifyDraft(whole.criteria)],
    findings: [...all.flatMap(({ findings }) => findings), ...whole.findings],
    decisions: decisions.map(({ topic, choice, rationale = "", asked_user = false }) => ({
      topic,
      choice,
      rationale,
      askedUser: asked_user,
    })),
  };
};

export const readUnit = (given: unknown, before: Draft | undefined, how: Reading): ReadUnits => {
  const found = read(unitShape, given);
  if ("findings" in found) return { units: [], findings: misfits(found.findings) };
  const { id, subject: title } = found.value;
  const start = before ?? (id === verifyId ? verifyDraft([]) : fresh(id));
  const { unit, findings } = readTask(found.value, start, "", how);
  if (start.kind !== "task" || before !== undefined) return { units: [unit], findings };
  const nameless =
    title === undefined
      ? [refuse("KEY_MISSING", `task ${id} has no subject`, { pointer: "/subject" })]
      : [];
  return { units: [unit], findings: [...reserved(id, "/id"), ...nameless, ...findings] };
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
  ...(decisions.length === 0
    ? {}
    : {
        decisions: decisions.map(({ askedUser, ...rest }) => ({ ...rest, asked_user: askedUser })),
      }),
});
