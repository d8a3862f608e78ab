// Edits of session.json: goal, phase, planner, tasks and the evidence log.
import { member } from "../../../core/json/json.ts";
import { finding, nameOf, type Part } from "../../../kit/document/part.ts";
import {
  ask,
  type Asked,
  beside,
  changedKeys,
  type Edits,
  inObject,
  isChanged,
  type KeyEdit,
  no,
  type Opened,
  type Place,
  rows,
  stop,
  value,
} from "../../../kit/document/edits.ts";
import * as t from "../../../kit/schema.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { isSettled } from "../../../work/unit.ts";
import { find, isBegun, type Work } from "../../../work/work.ts";
import { planner as plannerKeys, session } from "../documents/session.ts";
import { childPointer, childTask, task, taskFile } from "../documents/task.ts";
import { phaseWords, plannerStatus } from "../documents/words.ts";
import { phase, tasks, taskWord } from "../phase.ts";
import { logEdit } from "./claims.ts";
import { type Door, goneUnit } from "./plan.ts";
import { newTask, taskAsked, verdictFits } from "./task.ts";

/** A document that was read before, in the same look. */
export type Earlier = { readonly edit: Opened; readonly refused: Refusal | null };

const file = "session.json";
const propose = (state: Work, part: Part, by: string | null): Asked<Work> =>
  state.plan.state === "draft" ? ask(part, by, { type: "ProposePlan", data: {} }) : {};
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
const senderWrong = (part: Part, text: string, fits: string): Asked<Work> =>
  no(part, "SENDER_WRONG", text, fits);
const completed = (state: Work, part: Part): Asked<Work> =>
  senderWrong(part, "no file completes a run", verdictFits(state));
const cancel = (part: Part): Asked<Work> => stop(part, { type: "Cancel", data: {} });
const resumes = ({ run }: Work): string => `a person: \`cairn resume ${run} --reason WHY\``;

const phaseEdit = (state: Work, by: string | null): KeyEdit<Work> =>
  value(t.oneOf(phaseWords.words), (to, part) => {
    const now = phase(state);
    if (to === now) return {};
    if (to === "CANCELLED") return cancel(part);
    if (to === "COMPLETE") return completed(state, part);
    if (to === "FAILED")
      return senderWrong(
        part,
        "no file fails a run",
        `a person: \`cairn send ${state.run} Fail --reason WHY\`; by file CANCELLED, which stops it`,
      );
    if (state.end !== null) {
      const fits = now === "COMPLETE" ? "a new run" : resumes(state);
      return senderWrong(part, `the run is ${now}, and no file resumes it`, fits);
    }
    if (to === "EXECUTION" && now === "PLANNING")
      return { ...propose(state, part, by), waits: [waitsForPerson(part)] };
    if (to === "VERIFICATION") return { noted: true, then: [isVerifying(part)] };
    const fits = "leave the phase: it follows from the tasks";
    return senderWrong(part, `${to} doesn't follow ${now}`, fits);
  });
/** Time and reason of the end; beside a phase they go without saying. */
const endEdits = (state: Work, isPhased: boolean): Edits<Work> => {
  const unsaid: KeyEdit<Work> = () => ({});
  if (isPhased) return { completed_at: unsaid, cancelled_at: unsaid, failure_reason: unsaid };
  return {
    completed_at: ({ now, whole }) => completed(state, now ?? whole),
    cancelled_at: ({ now, whole }) =>
      now !== null && now.node.is !== "null"
        ? cancel(now)
        : senderWrong(whole, "no file resumes a run", resumes(state)),
    failure_reason: beside,
  };
};

/** @param isBeside a phase beside it asks the same */
const plannerEdit =
  (state: Work, isBeside: boolean): KeyEdit<Work> =>
  ({ was, now, whole }) => {
    const status: KeyEdit<Work> = value(t.oneOf(plannerStatus.words), (to, part, change) => {
      if (to !== "completed" || isBegun(state)) return beside(change);
      const by = nameOf(member(change.whole.node, "agent_id"));
      return isBeside ? {} : { ...propose(state, part, by), noted: true };
    });
    const edits = { status, agent_id: beside, started_at: beside, completed_at: beside };
    const place = { file, pointer: "/planner" };
    return inObject<Work>(state, plannerKeys, edits, place, was, now ?? whole);
  };

/** A task that its own file tells of in the same look: what that changed wins. */
const childEdit = (door: Door, earlier: readonly Earlier[]): KeyEdit<Work> => {
  const { state } = door;
  const ownEdit = (path: string): Opened | undefined =>
    earlier.find(({ edit }) => edit.path === path)?.edit;
  const place = (id: string): Place => ({ file, pointer: childPointer(id) });
  return rows<Work>({
    id: "id",
    changed(was, row, id) {
      const unit = find(state, id);
      if (unit === undefined) return {};
      const own = ownEdit(taskFile(unit));
      const told = own === undefined ? [] : changedKeys(task, own.was, own.now);
      const skip = told.filter((key) => key !== "evidence");
      return taskAsked(door, unit, childTask, place(id), was, row, skip);
    },
    added: (row, id) =>
      find(state, id) !== undefined || ownEdit(`tasks/${id}.json`) !== undefined
        ? {}
        : newTask(door, place(id), row, null),
    gone: (list, id) => (find(state, id) === undefined ? {} : goneUnit(door, list, id)),
  });
};

export const sessionAsked = (
  door: Door,
  { was, now }: Opened,
  earlier: readonly Earlier[],
): Asked<Work> => {
  const { state } = door;
  const planner = member(now.node, "planner");
  const isPhased = isChanged(was, now, "phase");
  const edits: Edits<Work> = {
    goal: value(t.text, (goal, part) => ask(part, null, { type: "SetGoal", data: { goal } })),
    phase: phaseEdit(state, planner && nameOf(member(planner, "agent_id"))),
    ...endEdits(state, isPhased),
    planner: plannerEdit(state, isPhased),
    child_tasks: childEdit(door, earlier),
    evidence_log: logEdit(state),
    started_at: beside,
    updated_at: () => ({}),
  };
  return inObject(state, session, edits, { file, pointer: "" }, was, now);
};
