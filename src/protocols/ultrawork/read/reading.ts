// What a found folder says, read once for `adopt` and `check`, with remarks on what is read otherwise than it stands there.
import { oneLine } from "../../../core/words/quote.ts";
import { mustBeThere, type Remark, type Remarks, remarks } from "../../../kit/document/remarks.ts";
import type { Extras } from "../../../kit/document/unknown-keys.ts";
import type { Phase } from "../documents/words.ts";
import { criteriaFindings, planFindings } from "../plan-rules.ts";
import type { SeenSession } from "./documents.ts";
import { type Files, type SeenFolder, seenOf } from "./folder.ts";
import { extrasOf, type FoundTasks, foundTasks } from "./units.ts";

export type Reading = SeenFolder &
  FoundTasks & {
    /** As said, else as the tasks tell it; null for a document that tells neither. */
    readonly phase: Phase | null;
    /** Its plan was at work. */
    readonly approved: boolean;
    readonly extras: readonly Extras[];
  };
/** Of a whole folder. */
export type FolderReading = Reading & { readonly session: SeenSession };
export type Read = {
  /** Null for another version of the format. */
  readonly reading: Reading | null;
  readonly notes: readonly Remark[];
  /** It is of the newest published version, of which nothing is written any more. */
  readonly isOlder: boolean;
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

/** @param alone a document is judged without its folder. Returns null if nothing is ultrawork's. */
export const readingOf = (files: Files, alone: boolean): Read | null => {
  const notes = remarks();
  const seen = seenOf(files, alone, notes);
  if (seen === null) return null;
  const { session } = seen;
  if (session !== null && !session.isKnown) {
    const only = remarks();
    remarkVersion(session, only);
    return { reading: null, notes: only.list, isOlder: true };
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
  return { reading, notes: isOlder ? lenient(notes.list) : notes.list, isOlder };
};
