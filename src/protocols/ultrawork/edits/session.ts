// Edits of session.json: goal, phase, planner, tasks and the evidence log.
import { type JsonNode, member } from "../../../core/json.ts";
import { finding, isSame, itemsOf, nameOf, type Part, partOf, textAt } from "../../../core/part.ts";
import {
  ask,
  type Asked,
  beside,
  type Change,
  changedKeys,
  type Edits,
  inObject,
  type KeyEdit,
  no,
  type Opened,
  rows,
  stop,
  value,
} from "../../../kit/document/edits.ts";
import * as t from "../../../kit/schema.ts";
import type { Dialect } from "../../../work/dialect.ts";
import type { Earlier } from "../../../work/edit-door.ts";
import { isSettled } from "../../../work/unit.ts";
import { find, isBegun, type Work } from "../../../work/work.ts";
import { childPointer } from "../documents/pointers.ts";
import { planner as plannerKeys, session } from "../documents/session.ts";
import { childTask, task, taskFile } from "../documents/task.ts";
import { phaseWords, plannerStatus } from "../documents/words.ts";
import { phase, tasks, taskWord } from "../phase.ts";
import { logEdit } from "./claims.ts";
import { goneUnit } from "./plan.ts";
import { newTask, taskAsked, verdictFits } from "./task.ts";

const isChanged = ({ was, now }: Opened, key: string): boolean =>
  !isSame(was && member(was, key), partOf(now, key));

const propose = (state: Work, part: Part, by: string | null): Asked<Work> =>
  state.plan.state === "draft" ? ask(part, by, { type: "ProposePlan", data: { touched: [] } }) : {};
/** The work begins once a person approves the plan. */
const waitsForPerson = (part: Part) => (after: Work) =>
  isBegun(after)
    ? null
    : finding(
        part,
        "SENDER_WRONG",
        `the plan is ${after.plan.state}, and the work begins once a person approves it`,
        `a person: \`cairn decide ${after.run} approve-${after.plan.rev} approve\``,
      );
const isVerifying = (part: Part) => (after: Work) => {
  if (phase(after) === "VERIFICATION") return [];
  const open = tasks(after).filter((unit) => !isSettled(unit));
  const names = open.map((unit) => `${unit.id} (${taskWord(after, unit)})`).join(", ");
  const text = `VERIFICATION follows once every task is resolved; still to be done: ${names}`;
  return [finding(part, "FIELD_DERIVED", text, "leave the phase, and resolve these")];
};
const completed = (state: Work, part: Part): Asked<Work> =>
  no(part, "SENDER_WRONG", "no file completes a run", verdictFits(state));
const resumes = ({ run }: Work): string => `a person: \`cairn resume ${run} --reason WHY\``;

const phaseEdit = (state: Work, by: string | null): KeyEdit<Work> =>
  value(t.oneOf(phaseWords.words), (to, part) => {
    const now = phase(state);
    if (to === now) return {};
    if (to === "CANCELLED") return stop(part, { type: "Cancel", data: {} });
    if (to === "COMPLETE") return completed(state, part);
    if (to === "FAILED")
      return no(
        part,
        "SENDER_WRONG",
        "no file fails a run",
        `a person: \`cairn send ${state.run} Fail --reason WHY\`; by file CANCELLED, which stops it`,
      );
    if (state.end !== null)
      return no(
        part,
        "SENDER_WRONG",
        `the run is ${now}, and no file resumes it`,
        now === "COMPLETE" ? "a new run" : resumes(state),
      );
    if (to === "EXECUTION" && now === "PLANNING")
      return { ...propose(state, part, by), waits: [waitsForPerson(part)] };
    if (to === "VERIFICATION") return { noted: true, then: [isVerifying(part)] };
    const fits = "leave the phase: it follows from the tasks";
    return no(part, "SENDER_WRONG", `${to} doesn't follow ${now}`, fits);
  });
/** Time and reason of the end; beside a phase they go without saying. */
const ends = (state: Work, edit: Opened): Edits<Work> => {
  const alone =
    (asks: (part: Part) => Asked<Work>): KeyEdit<Work> =>
    (change) => {
      if (isChanged(edit, "phase")) return {};
      const { now, whole } = change;
      if (now !== null && now.node.is !== "null") return asks(now);
      return no(whole, "SENDER_WRONG", `${change.key} is no file's to take out`, resumes(state));
    };
  return {
    completed_at: alone((part) => completed(state, part)),
    cancelled_at: alone((part) => stop(part, { type: "Cancel", data: {} })),
    failure_reason: (change) => (isChanged(edit, "phase") ? {} : beside(change)),
  };
};

const plannerEdit =
  (state: Work, edit: Opened): KeyEdit<Work> =>
  ({ was, now, whole }: Change) => {
    const status = value<Work, (typeof plannerStatus.words)[number]>(
      t.oneOf(plannerStatus.words),
      (to, part, change) => {
        if (to !== "completed" || isBegun(state)) return beside(change);
        // A phase beside it asks the same.
        if (isChanged(edit, "phase")) return {};
        return {
          ...propose(state, part, nameOf(member(change.whole.node, "agent_id"))),
          noted: true,
        };
      },
    );
    const edits = { status, agent_id: beside, started_at: beside, completed_at: beside };
    const place = { file: "session.json", pointer: "/planner" };
    return inObject<Work>(state, plannerKeys, edits, place, was, now ?? whole);
  };

/** A task that its own file tells of in the same look: what that changed wins. */
const childEdit = (
  dialect: Dialect,
  state: Work,
  edit: Opened,
  earlier: readonly Earlier[],
): KeyEdit<Work> => {
  const ownOf = (path: string): Opened | undefined =>
    earlier.find((one) => one.edit.path === path)?.edit;
  const place = (id: string) => ({
    declared: childTask,
    file: "session.json",
    pointer: childPointer(id),
  });
  return rows<Work>({
    id: "id",
    changed(was: JsonNode, row, id) {
      const unit = find(state, id);
      if (unit === undefined) return {};
      const own = ownOf(taskFile(unit));
      const told = own === undefined ? [] : changedKeys(task, own.was, own.now);
      const skip = told.filter((key) => key !== "evidence");
      return taskAsked(dialect, state, edit, unit, was, row, { ...place(id), skip });
    },
    added: (row, id) =>
      find(state, id) !== undefined || ownOf(`tasks/${id}.json`) !== undefined
        ? {}
        : newTask(state, row, null, place(id)),
    gone: (list, id) => (find(state, id) === undefined ? {} : goneUnit(state, list, id)),
  });
};

export const sessionAsked = (
  dialect: Dialect,
  state: Work,
  edit: Opened,
  earlier: readonly Earlier[],
): Asked<Work> => {
  const { was, now } = edit;
  const planner = member(now.node, "planner");
  const by = planner === null ? null : nameOf(member(planner, "agent_id"));
  const workers = new Map(
    itemsOf(partOf(now, "child_tasks")).map(({ node }) => [
      textAt(node, "id"),
      nameOf(member(node, "worker_agent_id")),
    ]),
  );
  const edits: Edits<Work> = {
    goal: value(t.text, (goal, part) => ask(part, null, { type: "SetGoal", data: { goal } })),
    phase: phaseEdit(state, by),
    ...ends(state, edit),
    planner: plannerEdit(state, edit),
    child_tasks: childEdit(dialect, state, edit, earlier),
    evidence_log: logEdit(state, edit, (id) => workers.get(id) ?? null),
    started_at: beside,
    updated_at: () => ({}),
  };
  return inObject(state, session, edits, { file: "session.json", pointer: "" }, was, now);
};
