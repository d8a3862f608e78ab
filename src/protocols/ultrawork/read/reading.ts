// What a found folder says, read once for `adopt` and `check`, with the place of each finding. What is called an error isn't adopted.
import { oneLine } from "../../../core/words/quote.ts";
import type { Finding } from "../../../core/run-files.ts";
import {
  findingsOf,
  mustBeThere,
  type Remark,
  type Remarks,
  remarks,
} from "../../../kit/document/remarks.ts";
import { sentences } from "../../../kit/document/remark-sentences.ts";
import { withSchemas } from "../../../kit/document/schema-findings.ts";
import { rules } from "../check/rules.ts";
import { fileSchemas } from "../documents.ts";
import type { Phase } from "../documents/words.ts";
import { criteriaFindings, planFindings } from "../plan-rules.ts";
import type { SeenSession } from "./documents.ts";
import { type Files, nameIn, type SeenFolder, seenOf } from "./folder.ts";
import { extrasOf, type FoundTasks, foundTasks, type Reading } from "./units.ts";

/** Of a whole folder. */
export type FolderReading = Reading & { readonly session: SeenSession };
export type Judged = {
  /** Null for another version of the format. */
  readonly reading: Reading | null;
  readonly findings: readonly Finding[];
  /** What is read otherwise than it stands there, one sentence each. */
  readonly corrections: readonly string[];
};

const phaseOf = ({ session }: SeenFolder, { tasks }: FoundTasks): Phase | null => {
  if (session === null || session.phase !== null) return session?.phase ?? null;
  if (tasks.length === 0) return "PLANNING";
  return tasks.every(({ status }) => status === "resolved") ? "VERIFICATION" : "EXECUTION";
};
/** Of a run that has ended, by its planner and its tasks. */
const isApproved = ({ session }: SeenFolder, { tasks }: FoundTasks, phase: Phase | null) => {
  if (phase !== "FAILED" && phase !== "CANCELLED") return phase !== "PLANNING";
  const isBegun = tasks.some(({ status }) => status !== null && status !== "open");
  return tasks.length > 0 && (isBegun || session?.planner?.status === "completed");
};

/** What the rules of a plan say of the tasks. A draft may break them: whoever proposes it mends it. */
const remarkPlan = ({ session, tasks, verify, approved }: Reading, notes: Remarks): void => {
  for (const { id, success_criteria: criteria, at } of tasks) {
    const isBare = !criteria.some((text) => text.trim() !== "");
    const text = `task ${id} has no criterion; it is given its subject, without a check`;
    if (isBare) notes.warn(at("success_criteria"), "CRITERIA_EMPTY", text);
  }
  const drafts = tasks.map(({ draft }) => draft);
  const findings = [
    // Of one task alone nothing is said that others would have to show.
    ...(session === null
      ? drafts.flatMap((one, index) => criteriaFindings(one, String(index), false))
      : planFindings(drafts, false, String)),
    ...(verify === null ? [] : criteriaFindings(verify.draft, String(tasks.length), false)),
  ];
  // Ids are judged with the units, and a draft may still have no task.
  const skipped = ["UNIT_ID_INVALID", "UNIT_REPEATED", ...(approved ? [] : ["PLAN_EMPTY"])];
  for (const { code, text, pointer = "" } of findings) {
    const [index, key] = pointer.split("/");
    const unit = tasks[Number(index)] ?? verify;
    const spot = key === undefined ? session?.at("child_tasks") : unit?.at(key);
    if (spot !== undefined && !skipped.includes(code))
      notes.add(spot, approved ? "error" : "warning", code, text);
  }
};
const remarkVersion = (session: SeenSession, notes: Remarks): void => {
  const said = oneLine(session.version?.said ?? "", 80);
  const what = said === "" ? "no version is named" : `version ${JSON.stringify(said)} isn't read`;
  notes.error(session.at("version"), "FORMAT_UNKNOWN", `${what}: "1.0" and "7.x" are, as texts`);
};
const remarkVerify = ({ session, verify, tasks, verifyId }: Reading, notes: Remarks): void => {
  if (session === null || verify !== null || tasks.length === 0) return;
  const at = session.at(session.verify_task_id === null ? "child_tasks" : "verify_task_id");
  notes.warn(at, "VERIFY_MISSING", `the verify task ${verifyId} isn't there; it is made`);
};

/** What the published format lacks is empty, and for other words the tasks, or a usual word, stand. */
const lenient = (list: readonly Remark[]): readonly Remark[] =>
  list
    .filter(({ code }) => code !== "KEY_MISSING")
    .map((one) =>
      one.code === "PHASE_UNKNOWN" || one.code === "VALUE_UNKNOWN"
        ? { ...one, severity: "warning" }
        : one,
    );

/** A schema lists fewer spellings of a word than the reader understands. */
const understood = (finding: Finding): Finding =>
  finding.code === "VALUE_ALIASED" ? { ...finding, severity: "warning" } : finding;

/** @param alone a document is judged without its folder. Returns null if nothing is ultrawork's. */
export const judged = (files: Files, alone: boolean): Judged | null => {
  const notes = remarks();
  const seen = seenOf(files, alone, notes);
  if (seen === null) return null;
  const { session } = seen;
  if (session !== null && !session.isKnown) {
    const only = remarks();
    remarkVersion(session, only);
    return { reading: null, findings: findingsOf(only.list), corrections: sentences(only.list) };
  }
  if (!alone) mustBeThere("session.json", files, notes);
  const found = foundTasks(seen, notes);
  const phase = phaseOf(seen, found);
  const approved = isApproved(seen, found, phase);
  const extras = extrasOf(seen, found.verifyId, notes);
  const reading: Reading = { ...seen, ...found, phase, approved, extras };
  remarkPlan(reading, notes);
  remarkVerify(reading, notes);
  const isOlder = session?.isOlder === true;
  const read = isOlder ? lenient(notes.list) : notes.list;
  const more = remarks();
  for (const rule of rules) rule(reading, more);
  const findings = findingsOf([...read, ...more.list]);
  // Schemas are those of the format that is written: a published one lacks some of its keys.
  const all = isOlder ? findings : withSchemas(findings, files, fileSchemas, nameIn(alone));
  return { reading, findings: all.map(understood), corrections: sentences(read) };
};

export const check = (files: Files): Promise<readonly Finding[] | null> =>
  Promise.resolve(judged(files, Object.keys(files).length === 1)?.findings ?? null);
