// Readers of a task's fields (subject, criteria, checks) in new and edited ultrawork files.
import { plain } from "../../../core/json.ts";
import { finding, itemsOf, misfits, type Part, partOf } from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { readPart } from "../../../kit/edit-door.ts";
import { read } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import type { CriterionInput } from "../plan/read.ts";
import { changesInput, checkInput } from "../shapes.ts";

/** A check object: its criterion and the check's settings. */
const checkShape = t.record({ criteria: t.text, ...checkInput.entries });
const checkList = t.list(checkShape);
const criteriaList = t.list(t.either(t.text, checkShape));

export type ChecksRead = {
  readonly checks: readonly { readonly check: t.Of<typeof checkShape>; readonly part: Part }[];
  readonly findings: readonly Refusal[];
};
const none: ChecksRead = { checks: [], findings: [] };

export const checksOf = (part: Part | null): ChecksRead => {
  if (part === null || part.node.is === "null") return none;
  const found = readPart(checkList, part);
  if ("findings" in found) return { ...none, findings: found.findings };
  const checks = found.value.map((check, index) => ({ check, part: itemsOf(part)[index] ?? part }));
  return { ...none, checks };
};

type CriteriaRead = {
  readonly criteria: readonly CriterionInput[];
  readonly findings: readonly Refusal[];
};

/** Combines criteria with their checks; those without a check stay texts. A check without a criterion is a finding. */
export const criteriaOf = (part: Part, { checks, findings }: ChecksRead): CriteriaRead => {
  const found = readPart(criteriaList, part);
  if ("findings" in found) return { criteria: [], findings: [...found.findings, ...findings] };
  const named = found.value.map((one) => (typeof one === "string" ? one : one.criteria));
  const loose = checks.filter(({ check }) => !named.includes(check.criteria));
  return {
    criteria: found.value.map((one) =>
      typeof one === "string"
        ? (checks.find(({ check }) => check.criteria === one)?.check ?? one)
        : one,
    ),
    findings: [
      ...findings,
      ...loose.map(({ check: { criteria }, part: at }) =>
        finding(
          at,
          "CRITERION_UNKNOWN",
          `no criterion is named ${JSON.stringify(criteria)}`,
          "the exact text of one",
        ),
      ),
    ],
  };
};

/** The plain fields of a task. */
const { success_criteria: _, ...plainFields } = changesInput.entries;
const plainShape = t.record(plainFields);
type Plain = t.Of<typeof plainShape>;
export const plainKeys: readonly string[] = Object.keys(plainFields);

/** The given keys that are present; none if one is invalid. */
export const plainOf = (
  task: Part,
  keys: readonly string[],
): { readonly fields: Plain; readonly findings: readonly Refusal[] } => {
  const given = keys.flatMap((key) => {
    const part = partOf(task, key);
    if (part === null) return [];
    return [[key, plain(part.node) ?? (key === "blocked_by" ? [] : null)] as const];
  });
  const found = read(plainShape, Object.fromEntries(given));
  return "value" in found
    ? { fields: found.value, findings: [] }
    : { fields: {}, findings: misfits(task, found.findings) };
};
