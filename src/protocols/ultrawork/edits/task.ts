// Edits of a task, in its own file or in session.json: its plan, its status, its evidence.
import { lacking } from "../../../kit/edits/edit-reading.ts";
import { member } from "../../../core/json/json.ts";
import { itemsOf, nameOf, type Part, partOf, textAt, textsOf } from "../../../kit/document/part.ts";
import {
  all,
  ask,
  type Asked,
  beside,
  type Edits,
  inObject,
  type KeyEdit,
  no,
  type Place,
  unknownKeys,
  value,
} from "../../../kit/document/edits.ts";
import { type Declared, keysOf } from "../../../kit/document/keys.ts";
import * as t from "../../../kit/schema.ts";
import { nameless } from "../../../work/events/declare.ts";
import { nextKey, workKey } from "../../../work/keys.ts";
import { isSettled, type Unit } from "../../../work/unit.ts";
import type { Work } from "../../../work/work.ts";
import { task } from "../documents/task.ts";
import { taskStatus, type TaskWord } from "../documents/words.ts";
import { isVerify, taskWord } from "../phase.ts";
import { evidenceClaim, evidenceEdit } from "./claims.ts";
import { type Door, newUnit, planEdits } from "./plan.ts";

type Moved = Pick<Door, "dialect" | "state"> & { readonly unit: Unit; readonly by: string | null };
const moved = ({ dialect, state, unit, by }: Moved, to: TaskWord, part: Part): Asked<Work> => {
  const now = taskWord(state, unit);
  const named = `task ${unit.id}`;
  const wrong = (text: string, fits: string): Asked<Work> => no(part, "SENDER_WRONG", text, fits);
  if (to === now) return {};
  if (isVerify(unit))
    return wrong(`the status of ${named} is no file's to say`, verdictFits(state));
  if (isSettled(unit)) return no(part, "STATUS_BACKWARD", `${named} is ${now}, and stays so`);
  if (now === "failed") {
    const stuck = `\`cairn decide ${state.run} stuck-${unit.id}\``;
    return wrong(`${named} failed, and a person says what becomes of it`, stuck);
  }
  if (to === "resolved" && unit.status === "claimed") return {};
  if (to === "failed" && now === "open") return wrong(`${named} wasn't begun`, "in_progress first");
  if (to === "open" || to === "failed") {
    const kind = to === "open" ? "released" : "failed";
    const reason = `set to ${to} by hand`;
    const data = { job: workKey(dialect, unit), kind, reason, forgotten: false };
    return ask(part, by, { type: "ReportFailure", data });
  }
  const order = (type: string, data: object) => [
    { command: { type, data }, at: part.pointer, by, unit: unit.id },
  ];
  const holder = { name: by ?? nameless, agent: by, conversation: null };
  const job = { job: nextKey(dialect, unit), holder, hosted: false, leased: false };
  // Evidence stays evidence: a tool's output is nobody's statement.
  const report = { unit: unit.id, summary: "set to resolved by hand", concerns: "" };
  return {
    begins: now === "open" ? order("BeginJob", job) : [],
    rest: to === "resolved" ? order("ReportDone", report) : [],
  };
};
export const verdictFits = ({ run }: Work): string =>
  `the verifier's report, once all tasks are resolved: \`cairn status ${run}\` tells what is missing`;

/** Verify waits for every task, whatever a file says. */
const verifyWaits =
  ({ after }: Unit): KeyEdit<Work> =>
  (change) => {
    const ids = change.now === null ? null : textsOf(change.now.node);
    return ids?.toSorted().join("\n") === after.toSorted().join("\n") ? {} : beside(change);
  };
const authorOf = (whole: Part): string | null => nameOf(member(whole.node, "worker_agent_id"));

/** @param skip keys that its own file tells */
export const taskAsked = (
  door: Door,
  unit: Unit,
  declared: Declared,
  place: Place,
  was: Part | null,
  whole: Part,
  skip: readonly string[] = [],
): Asked<Work> => {
  const { state } = door;
  const by = authorOf(whole);
  const mover = { ...door, unit, by };
  const edits: Edits<Work> = {
    ...planEdits(door, unit),
    ...(isVerify(unit) ? { blocked_by: verifyWaits(unit) } : {}),
    status: value(t.oneOf(taskStatus.words), (to, part) => moved(mover, to, part)),
    evidence: evidenceEdit(state, unit, place, by),
    worker_agent_id: beside,
    started_at: beside,
    completed_at: beside,
  };
  return inObject(state, declared, edits, place, was, whole, skip);
};

/** @param named by its file; null for a row of session.json */
export const newTask = (
  door: Door,
  place: Place,
  whole: Part,
  named: string | null,
): Asked<Work> => {
  const id = textAt(whole.node, "id");
  if (id === null) return { findings: [lacking(whole, "id")] };
  if (named !== null && id !== named)
    return no(
      partOf(whole, "id") ?? whole,
      "UNIT_MALFORMED",
      `the file is named ${named}.json, and its id is ${JSON.stringify(id)}`,
      `the id ${JSON.stringify(named)}, or a file of its own name`,
    );
  const said = itemsOf(partOf(whole, "evidence")).map((entry) =>
    evidenceClaim(id, entry, authorOf(whole)),
  );
  return all<Work>(
    newUnit(door, whole, id),
    // Nobody can claim anything of a task that isn't there: these come after it.
    ...said.map(({ claims = [], findings = [] }) => ({ rest: claims, findings })),
    // A row may have keys that only the task's own file shows.
    unknownKeys(door.state, place, keysOf(task), null, whole),
  );
};
