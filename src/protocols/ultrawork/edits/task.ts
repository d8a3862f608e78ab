// Edits of a task, in its own file or in session.json: its plan, its status, its evidence.
import { joined } from "../../../core/admission.ts";
import { lacking } from "../../../core/edit-reading.ts";
import { unknownOf } from "../../../core/extras.ts";
import { type JsonNode, member } from "../../../core/json.ts";
import {
  isSame,
  itemsOf,
  nameOf,
  type Part,
  partOf,
  textAt,
  textOf,
  textsOf,
} from "../../../core/part.ts";
import type { Command } from "../../../core/protocol.ts";
import {
  ask,
  type Asked,
  beside,
  type Edits,
  inObject,
  type KeyEdit,
  no,
  type Opened,
  value,
} from "../../../kit/document/edits.ts";
import { type Declared, keysOf } from "../../../kit/document/keys.ts";
import * as t from "../../../kit/schema.ts";
import type { Dialect } from "../../../work/dialect.ts";
import { nameless } from "../../../work/events/declare.ts";
import { nextKey, workKey } from "../../../work/keys.ts";
import { isSettled, type Unit } from "../../../work/unit.ts";
import type { Work } from "../../../work/work.ts";
import { task } from "../documents/task.ts";
import { taskStatus, type TaskWord } from "../documents/words.ts";
import { isVerify, tasks, taskWord } from "../phase.ts";
import { evidenceClaim, evidenceEdit } from "./claims.ts";
import { newUnit, planEdits } from "./plan.ts";

/** @member file which keeps the task's unknown keys, at `pointer`; `skip`: keys that its own file tells */
type TaskPlace = {
  readonly declared: Declared;
  readonly file: string;
  readonly pointer: string;
  readonly skip?: readonly string[];
};
type Told = {
  readonly dialect: Dialect;
  readonly state: Work;
  readonly unit: Unit;
  readonly by: string | null;
  /** Its newest evidence in the same edit. */
  readonly said: string;
};

const begun = ({ dialect, unit, by }: Told, part: Part): Asked<Work> => {
  const holder = { name: by ?? nameless, agent: by, conversation: null };
  const data = { job: nextKey(dialect, unit), holder, hosted: false, leased: false };
  return {
    begins: [{ command: { type: "BeginJob", data }, at: part.pointer, by, unit: unit.id }],
  };
};
/** Evidence stays evidence: a tool's output is nobody's statement. */
const done = ({ unit, by }: Told, part: Part): Asked<Work> => {
  const summary = "set to resolved by hand";
  const data = { unit: unit.id, summary, files: [], commits: [], concerns: "" };
  return {
    rest: [{ command: { type: "ReportDone", data }, at: part.pointer, by, unit: unit.id }],
  };
};
const failure = ({ dialect, unit, by, said }: Told, part: Part, to: TaskWord): Asked<Work> => {
  const kind = to === "open" ? "released" : "failed";
  const reason = said.trim() === "" ? `set to ${to} by hand` : said;
  const data = { job: workKey(dialect, unit), kind, reason, forgotten: false };
  return ask(part, by, { type: "ReportFailure", data });
};
const moved = (told: Told, to: TaskWord, part: Part): Asked<Work> => {
  const { state, unit } = told;
  const now = taskWord(state, unit);
  if (to === now) return {};
  const named = `task ${unit.id}`;
  if (isVerify(unit))
    return no(
      part,
      "SENDER_WRONG",
      `the status of ${named} is no file's to say`,
      verdictFits(state),
    );
  if (isSettled(unit)) return no(part, "STATUS_BACKWARD", `${named} is ${now}, and stays so`);
  if (now === "failed")
    return no(
      part,
      "SENDER_WRONG",
      `${named} failed, and a person says what becomes of it`,
      `\`cairn decide ${state.run} stuck-${unit.id}\``,
    );
  if (to === "resolved" && unit.status === "claimed") return {};
  if (now === "open" && to === "failed")
    return no(part, "SENDER_WRONG", `${named} wasn't begun`, "in_progress first");
  if (to === "open" || to === "failed") return failure(told, part, to);
  if (now === "in_progress") return done(told, part);
  return to === "in_progress"
    ? begun(told, part)
    : joined<Work, Command>([begun(told, part), done(told, part)]);
};
export const verdictFits = ({ run }: Work): string =>
  `the verifier's report, once all tasks are resolved: \`cairn status ${run}\` tells what is missing`;

const lastSaid = (was: JsonNode | null, whole: Part): string => {
  const evidence = partOf(whole, "evidence");
  const last = itemsOf(evidence).at(-1);
  return last === undefined || isSame(was && member(was, "evidence"), evidence)
    ? ""
    : (textOf(last.node) ?? textAt(last.node, "output") ?? "");
};
/** It waits for every task, whatever a file says. */
const verifyWaits =
  (state: Work): KeyEdit<Work> =>
  (change) => {
    const ids = change.now === null ? null : textsOf(change.now.node);
    const all = tasks(state).map(({ id }) => id);
    return ids?.toSorted().join("\n") === all.toSorted().join("\n") ? {} : beside(change);
  };
const authorOf = (whole: Part): string | null => nameOf(member(whole.node, "worker_agent_id"));

export const taskAsked = (
  dialect: Dialect,
  state: Work,
  edit: Opened,
  unit: Unit,
  was: JsonNode | null,
  whole: Part,
  { declared, ...place }: TaskPlace,
): Asked<Work> => {
  const by = authorOf(whole);
  const told: Told = { dialect, state, unit, by, said: lastSaid(was, whole) };
  const edits: Edits<Work> = {
    ...planEdits(state, unit, was),
    ...(isVerify(unit) ? { blocked_by: verifyWaits(state) } : {}),
    status: value(t.oneOf(taskStatus.words), (to, part) => moved(told, to, part)),
    evidence: evidenceEdit(state, edit, unit, place, by),
    worker_agent_id: beside,
    started_at: beside,
    completed_at: beside,
  };
  return inObject(state, declared, edits, place, was, whole);
};

/** @param named by its file; null for a row of session.json */
export const newTask = (
  state: Work,
  whole: Part,
  named: string | null,
  { file, pointer }: Pick<TaskPlace, "file" | "pointer">,
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
    evidenceClaim(state, id, entry, authorOf(whole)),
  );
  // A row may have keys that only the task's own file shows.
  const extras = unknownOf(whole, keysOf(task));
  const keep = { type: "KeepExtras", data: { file, pointer, value: extras } };
  return joined<Work, Command>([
    newUnit(state, whole, id),
    // Nobody can claim anything of a task that isn't there: these come after it.
    ...said.map(({ claims = [], findings = [] }) => ({ rest: claims, findings })),
    extras.length === 0 ? {} : ask<Work>(whole, null, keep),
  ]);
};
