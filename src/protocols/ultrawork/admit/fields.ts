// Readers of a task's fields (subject, criteria, checks) in new and edited ultrawork files.
import type { checkInput } from "../shapes.ts";
import type { Of } from "../../../kit/schema.ts";
import { member } from "../../../core/json.ts";
import {
  finding,
  itemsOf,
  missing,
  type Part,
  partOf,
  textAt,
  textsOf,
  wrongType,
} from "../../../core/part.ts";
import { isRefusal, type Refusal } from "../../../core/refusal.ts";
import type { CriterionInput } from "../plan/read.ts";
import { evidenceTypes } from "../task.ts";

export type CheckGiven = Of<typeof checkInput>;
type Complexity = "simple" | "standard" | "complex";

const texts = new Set(["type", "command", "path", "cwd", "match"]);
const numbers = new Set(["exit", "timeout_s"]);
const complexities: readonly Complexity[] = ["simple", "standard", "complex"];

const whole = (part: Part, key: string): number | undefined => {
  const node = member(part.node, key);
  return node?.is === "number" && Number.isInteger(node.value) ? node.value : undefined;
};

const checkFindings = (part: Part): readonly Refusal[] => {
  if (part.node.is !== "object") return [wrongType(part, "an object {criteria, command}")];
  return part.node.members.flatMap(({ key, value }) => {
    const at = partOf(part, key) ?? part;
    if (key === "criteria")
      return value.is === "string" ? [] : [wrongType(at, "the text of a criterion")];
    if (texts.has(key)) return value.is === "string" ? [] : [wrongType(at, "a text")];
    if (numbers.has(key)) {
      const sound =
        whole(part, key) !== undefined && (key === "exit" || (whole(part, key) ?? 0) > 0);
      return sound
        ? []
        : [wrongType(at, key === "exit" ? "a whole number" : "a whole number above 0")];
    }
    return [
      finding(
        at,
        "FIELD_UNKNOWN",
        `a check has no key ${JSON.stringify(key)}`,
        "criteria, type, command, path, cwd, exit, match, timeout_s",
      ),
    ];
  });
};

/** A check object: what it shows and how. */
export const checkOf = (
  part: Part,
): { readonly criteria: string; readonly check: CheckGiven } | readonly Refusal[] => {
  const findings = checkFindings(part);
  if (findings.length > 0) return findings;
  const criteria = textAt(part.node, "criteria");
  if (criteria === null)
    return [missing(part, "criteria", "the text of the criterion that it shows")];
  const named = textAt(part.node, "type");
  const type = evidenceTypes.find((one) => one === named);
  if (named !== null && type === undefined)
    return [
      finding(
        partOf(part, "type") ?? part,
        "FIELD_INVALID",
        `${JSON.stringify(named)} is no type of check`,
        evidenceTypes.join(", "),
      ),
    ];
  const given = (key: string): string | undefined => textAt(part.node, key) ?? undefined;
  const check = {
    type,
    command: given("command"),
    path: given("path"),
    cwd: given("cwd"),
    exit: whole(part, "exit"),
    match: given("match"),
    timeout_s: whole(part, "timeout_s"),
  };
  return {
    criteria,
    check: Object.fromEntries(Object.entries(check).filter(([, value]) => value !== undefined)),
  };
};

const isFindings = (value: object): value is readonly Refusal[] => Array.isArray(value);

export type ChecksRead = {
  readonly checks: readonly {
    readonly criteria: string;
    readonly check: CheckGiven;
    readonly part: Part;
  }[];
  readonly findings: readonly Refusal[];
};

export const checksOf = (part: Part | null): ChecksRead => {
  if (part === null || part.node.is === "null") return { checks: [], findings: [] };
  if (part.node.is !== "array")
    return { checks: [], findings: [wrongType(part, "a list of checks")] };
  const read = itemsOf(part).map((item) => ({ item, found: checkOf(item) }));
  return {
    checks: read.flatMap(({ item, found }) =>
      isFindings(found) ? [] : [{ ...found, part: item }],
    ),
    findings: read.flatMap(({ found }) => (isFindings(found) ? found : [])),
  };
};

type CriteriaRead = {
  readonly criteria: readonly CriterionInput[];
  readonly findings: readonly Refusal[];
};

/** Criteria with the checks that stand beside them; those without stay texts. A check that shows no criterion is a finding. */
export const criteriaOf = (part: Part, checks: ChecksRead): CriteriaRead => {
  if (part.node.is !== "array")
    return { criteria: [], findings: [wrongType(part, "a list of criteria")] };
  const read = itemsOf(part).map((item): CriterionInput | readonly Refusal[] => {
    const { node } = item;
    if (node.is === "string") {
      const shown = checks.checks.find(({ criteria }) => criteria === node.value);
      return shown === undefined ? node.value : { criteria: node.value, ...shown.check };
    }
    if (node.is !== "object") return [wrongType(item, "a text, or an object {criteria, command}")];
    const found = checkOf(item);
    return isFindings(found) ? found : { criteria: found.criteria, ...found.check };
  });
  const criteria = read.flatMap((one) => (typeof one === "object" && isFindings(one) ? [] : [one]));
  const named = new Set(criteria.map((one) => (typeof one === "string" ? one : one.criteria)));
  const loose = checks.checks
    .filter((one) => !named.has(one.criteria))
    .map((one) =>
      finding(
        one.part,
        "CRITERION_UNKNOWN",
        `no criterion is named ${JSON.stringify(one.criteria)}`,
        "the exact text of one",
      ),
    );
  return {
    criteria,
    findings: [
      ...read.flatMap((one) => (typeof one === "object" && isFindings(one) ? one : [])),
      ...checks.findings,
      ...loose,
    ],
  };
};

/** The plain fields of a task: what is there and fits, and what doesn't. */
export type Plain = {
  readonly subject?: string;
  readonly description?: string | null;
  readonly complexity?: Complexity | null;
  readonly files?: readonly string[] | null;
  readonly blocked_by?: readonly string[];
};

const readers: Readonly<Record<string, (part: Part) => Plain | Refusal>> = {
  subject: (part) =>
    part.node.is === "string" ? { subject: part.node.value } : wrongType(part, "a text"),
  description: (part) =>
    part.node.is === "string"
      ? { description: part.node.value }
      : part.node.is === "null"
        ? { description: null }
        : wrongType(part, "a text"),
  complexity: (part) => {
    const { node } = part;
    if (node.is === "null") return { complexity: null };
    const complexity = complexities.find((one) => node.is === "string" && one === node.value);
    return complexity === undefined
      ? finding(part, "FIELD_INVALID", "complexity is one of three words", complexities.join(", "))
      : { complexity };
  },
  files: (part) => {
    const files = part.node.is === "null" ? null : textsOf(part.node);
    return files === null && part.node.is !== "null"
      ? wrongType(part, "a list of paths")
      : { files };
  },
  blocked_by: (part) => {
    const ids = part.node.is === "null" ? [] : textsOf(part.node);
    return ids === null ? wrongType(part, "a list of tasks' ids") : { blocked_by: ids };
  },
};
export const plainKeys: readonly string[] = Object.keys(readers);

export const plainOf = (
  task: Part,
  keys: readonly string[],
): { readonly fields: Plain; readonly findings: readonly Refusal[] } => {
  let fields: Plain = {};
  const findings: Refusal[] = [];
  for (const key of keys) {
    const part = partOf(task, key);
    const read = part === null ? null : (readers[key]?.(part) ?? null);
    if (isRefusal(read)) findings.push(read);
    else if (read !== null) fields = { ...fields, ...read };
  }
  return { fields, findings };
};
