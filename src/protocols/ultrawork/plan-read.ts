// The form of a plan, how it is read to units, and how units are written as a plan again.
import type { Finding } from "../../core/message.ts";
import { withoutNulls } from "../../core/record.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { read } from "../../kit/findings.ts";
import * as t from "../../kit/schema.ts";
import { readCheck } from "../../work/check.ts";
import type { PlanReading, Reading, ReadUnits } from "../../work/dialect.ts";
import { type Draft, type DraftCriterion, evidenceTypes, type Unit } from "../../work/unit.ts";
import type { Plan } from "../../work/work.ts";
import { complexityOf, complexityShape } from "./own.ts";

const checkFields = {
  type: t.unset(t.oneOf(evidenceTypes)),
  command: t.unset(
    t.means("one command, no shell: no pipes, no redirections, nothing expanded", t.filled(4_096)),
  ),
  path: t.unset(t.means("a file that shows it, instead of a command", t.filled(1_024))),
  cwd: t.unset(t.most(1_024, t.text)),
  exit: t.unset(t.wholeFrom(0, 255)),
  match: t.unset(t.means("plain text that must be found in the output", t.most(1_000, t.text))),
  timeout_s: t.unset(t.wholeFrom(1, 7_200)),
};
/** As people and agents give it: the type may be left out. */
export const checkInput = t.open(checkFields);
const criterion = t.either(
  t.means("a bare criterion: its worker names a check for it", t.filled(500)),
  t.open({ criteria: t.filled(500), ...checkFields }),
);
const criteria = t.mostOf(20, criterion);
const subject = t.filled(200);
/** Null: none. */
const fields = {
  description: t.nullish(t.most(16_384, t.text)),
  complexity: t.nullish(complexityShape),
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
/** A task as it is set: what isn't given stays. */
export const unitShape = t.open({
  id: t.text,
  subject: t.unset(subject),
  ...fields,
  success_criteria: t.unset(criteria),
});
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
/** @param before a criterion that is named by its text only keeps the check that it has there */
const readCriteria = (
  inputs: readonly CriterionInput[],
  at: string,
  { folder, chosenBy }: Reading,
  before: readonly DraftCriterion[] = [],
): Criteria => {
  const all = inputs.map((input, index): { one: DraftCriterion; no: readonly Refusal[] } => {
    const { criteria: text, ...rest } = typeof input === "string" ? { criteria: input } : input;
    const given = withoutNulls(rest);
    const bare: DraftCriterion = { text, check: null, chosenBy: null };
    if (Object.keys(given).length === 0)
      return { one: before.find((old) => old.text === text) ?? bare, no: [] };
    const check = readCheck(given, folder);
    return isRefusal(check)
      ? { one: bare, no: [{ ...check, pointer: `${at}/${index}` }] }
      : { one: { text, check, chosenBy }, no: [] };
  });
  return { criteria: all.map(({ one }) => one), findings: all.flatMap(({ no }) => no) };
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
const readTask = (
  input: TaskInput,
  before: Draft,
  at: string,
  how: Reading,
): { readonly unit: Draft; readonly findings: readonly Refusal[] } => {
  const { subject: title = before.title, description: text = before.text, complexity } = input;
  const { criteria: list, findings } = readCriteria(
    input.success_criteria ?? [],
    `${at}/success_criteria`,
    how,
    before.criteria,
  );
  return {
    unit: {
      ...before,
      title,
      text,
      after: input.blocked_by === undefined ? before.after : [...new Set(input.blocked_by)],
      criteria: input.success_criteria === undefined ? before.criteria : list,
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
