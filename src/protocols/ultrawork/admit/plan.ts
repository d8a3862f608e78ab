// Edits of an ultrawork plan: free while a draft; during execution only checks for bare criteria.
import type { changesInput } from "../shapes.ts";
import type { Of } from "../../../kit/schema.ts";
import { rejection, wrong } from "../../../core/edit-reading.ts";
import { joined } from "../../../core/admission.ts";
import { type JsonNode, member } from "../../../core/json.ts";
import {
  finding,
  meaning,
  missing,
  type Part,
  partOf,
  textAt,
  textsOf,
} from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { State, Task } from "../state.ts";
import { checksOf, type ChecksRead, criteriaOf, plainKeys, plainOf } from "./fields.ts";
import { asking, type EditRead } from "./part.ts";

type PlanEdit = {
  readonly task: Task;
  readonly before: JsonNode;
  readonly after: Part;
  /** The keys of the plan that differ. */
  readonly keys: readonly string[];
};
type Changes = Of<typeof changesInput>;

const required: readonly string[] = ["subject", "success_criteria", "blocked_by"];

/** New or changed check objects. */
const newChecks = (before: JsonNode, read: ChecksRead): ChecksRead["checks"] => {
  const list = member(before, "checks");
  const old = new Map(
    (list?.is === "array" ? list.items : []).map((item) => [
      textAt(item, "criteria"),
      meaning(item),
    ]),
  );
  return read.checks.filter(({ check, part }) => old.get(check.criteria) !== meaning(part.node));
};

const lostChecks = (
  task: Task,
  after: Part,
  read: ChecksRead,
  texts: readonly string[],
): readonly Refusal[] =>
  task.criteria
    .filter(
      ({ text, check }) =>
        check !== null &&
        texts.includes(text) &&
        !read.checks.some(({ check: { criteria } }) => criteria === text),
    )
    .map(({ text }) =>
      finding(
        partOf(after, "checks") ?? after,
        "CHECK_PLANNED",
        `the check of "${text}" is gone`,
        "another check in its place, or another criterion",
      ),
    );

const criteriaTexts = (after: Part): readonly string[] => {
  const list = member(after.node, "success_criteria");
  return list?.is === "array"
    ? list.items.flatMap((item) =>
        item.is === "string" ? [item.value] : (textAt(item, "criteria") ?? []),
      )
    : [];
};

/** Verify depends on every task, whatever a file says; a list of existing tasks therefore changes nothing. */
const verifyBlockers = ({ task, after }: PlanEdit): EditRead => {
  const part = partOf(after, "blocked_by");
  const ids = part === null ? null : textsOf(part.node);
  if (part === null || ids === null)
    return rejection(
      part ?? after,
      "VERIFY_RESERVED",
      `${task.id} waits for every other task`,
      "leave blocked_by as it stands",
    );
  return {
    then: [
      (state) => {
        const stray = ids.find((id) => !state.order.includes(id));
        const whole = state.phase === "PLANNING" || state.order.every((id) => ids.includes(id));
        if (stray === undefined && whole) return [];
        return [
          finding(
            part,
            "VERIFY_RESERVED",
            `${task.id} waits for every other task${stray === undefined ? "" : `, and there is no ${stray}`}`,
            "leave blocked_by as it stands",
          ),
        ];
      },
    ],
  };
};

const draftEdit = (state: State, edit: PlanEdit): EditRead => {
  const { task, before, after, keys } = edit;
  const plain = keys.filter(
    (key) => plainKeys.includes(key) && !(key === "blocked_by" && task.id === state.verifyId),
  );
  const { fields, findings } = plainOf(after, plain);
  const gone = plain.filter((key) => partOf(after, key) === null);
  const emptied: Changes = Object.fromEntries(
    gone.filter((key) => !required.includes(key)).map((key) => [key, null]),
  );
  const lacking = [
    ...gone,
    ...(keys.includes("success_criteria") && partOf(after, "success_criteria") === null
      ? ["success_criteria"]
      : []),
  ]
    .filter((key) => required.includes(key))
    .map((key) => missing(after, key, "as it was, or what it should be"));
  const list = partOf(after, "success_criteria");
  const withChecks = keys.includes("success_criteria") || keys.includes("checks");
  const checks = checksOf(partOf(after, "checks"));
  // A criterion named by its text only keeps its check and the check's author.
  const fresh = newChecks(before, checks);
  const criteria =
    withChecks && list !== null ? criteriaOf(list, { ...checks, checks: fresh }) : null;
  const lost =
    keys.includes("checks") && checks.findings.length === 0
      ? lostChecks(task, after, checks, criteriaTexts(after))
      : [];
  const faults = [...findings, ...lacking, ...(criteria?.findings ?? []), ...lost];
  const changes: Changes = {
    ...emptied,
    ...fields,
    ...(criteria === null ? {} : { success_criteria: criteria.criteria }),
  };
  if (faults.length > 0) return wrong(...faults);
  if (Object.keys(changes).length === 0) return {};
  return asking(after.pointer, { type: "EditTask", data: { task: task.id, changes } });
};

const frozen = (state: State, { task, after }: PlanEdit, key: string): Refusal =>
  finding(
    partOf(after, key) ?? after,
    "PLAN_FROZEN",
    `${key} of task ${task.id} is planned, and the run is in ${state.phase}`,
    state.phase === "EXECUTION"
      ? `a person: \`cairn send ${state.run} EditTask --task ${task.id} … --reason …\``
      : "leave it as it stands",
  );

/** A missing check may be added at any time, as a worker does. */
const setChecks = (state: State, edit: PlanEdit): EditRead => {
  const { task, before, after } = edit;
  const read = checksOf(partOf(after, "checks"));
  const fresh = newChecks(before, read);
  const bare = (text: string): boolean =>
    task.criteria.some((one) => one.text === text && one.check === null);
  const old = member(before, "checks");
  const lost =
    (old?.is === "array" ? old.items.length : 0) >
    read.checks.length - fresh.filter(({ check }) => bare(check.criteria)).length;
  const planned = fresh.some(
    ({ check: { criteria } }) =>
      !bare(criteria) && task.criteria.some(({ text }) => text === criteria),
  );
  const frozenChecks =
    read.findings.length === 0 && (lost || planned) ? [frozen(state, edit, "checks")] : [];
  return {
    rest: fresh
      .filter(({ check }) => bare(check.criteria) || !planned)
      .map(({ check: { criteria, ...check }, part }) => ({
        command: {
          type: "SetCheck" as const,
          data: { task: task.id, criterion: criteria, check, reason: "named in its file" },
        },
        at: part.pointer,
        by: null,
      })),
    findings: [...read.findings, ...frozenChecks],
  };
};

export const planAsked = (state: State, edit: PlanEdit): EditRead => {
  const { task, keys } = edit;
  if (keys.length === 0) return {};
  const blockers =
    keys.includes("blocked_by") && task.id === state.verifyId ? verifyBlockers(edit) : {};
  if (state.phase === "PLANNING") {
    return joined([draftEdit(state, edit), blockers]);
  }
  const held = keys.filter(
    (key) => key !== "checks" && !(key === "blocked_by" && task.id === state.verifyId),
  );
  const checks: EditRead = keys.includes("checks") ? setChecks(state, edit) : {};
  return joined([{ findings: held.map((key) => frozen(state, edit, key)) }, checks, blockers]);
};
