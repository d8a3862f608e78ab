// What a found folder says, read once for `adopt` and `check`, with remarks on what is read otherwise than it stands there.
import { oneLine } from "../../../core/quote.ts";
import { mustBeThere, type Remark, type Remarks, remarks } from "../../../core/remarks.ts";
import type { Phase } from "../documents/words.ts";
import { extrasOf, remarkExtras } from "./extras.ts";
import { type Files, isSessionFolder, type SeenFolder, seenAlone, seenFolder } from "./folder.ts";
import { remarkPlan } from "./plan.ts";
import type { SeenSession } from "./session.ts";
import { mergedUnits, type Merging } from "./units.ts";

export type Reading = SeenFolder &
  Merging & {
    /** As said, else as the tasks tell it; null for a document that tells neither. */
    readonly phase: Phase | null;
    /** Its plan was at work. */
    readonly approved: boolean;
    readonly extras: ReturnType<typeof extrasOf>;
  };
export type Read = {
  /** Null for another version of the format. */
  readonly reading: Reading | null;
  readonly notes: Remarks;
  /** It is of the newest published version, of which nothing is written any more. */
  readonly isOlder: boolean;
};

const phaseOf = ({ session }: SeenFolder, { tasks }: Merging): Phase | null => {
  if (session === null || session.phase !== null) return session?.phase ?? null;
  if (tasks.length === 0) return "PLANNING";
  return tasks.every(({ task }) => task.status === "resolved") ? "VERIFICATION" : "EXECUTION";
};
/** Of a run that has ended, by its planner and its tasks. */
const isApproved = ({ session }: SeenFolder, { tasks }: Merging, phase: Phase | null): boolean => {
  if (phase !== "FAILED" && phase !== "CANCELLED") return phase !== "PLANNING";
  const isBegun = tasks.some(({ task }) => task.status !== null && task.status !== "open");
  return tasks.length > 0 && (isBegun || session?.planner?.status === "completed");
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

const seenOf = (files: Files, alone: string | null, notes: Remarks): SeenFolder | null => {
  if (alone !== null) return seenAlone(alone, files[alone] ?? "", notes);
  const isContext = /"expected_explorers"\s*:/u.test(files["context.json"] ?? "");
  return isSessionFolder(files) || isContext ? seenFolder(files, notes) : null;
};
/** @param alone the path of a document that is judged without its folder. Returns null if nothing is ultrawork's. */
export const readingOf = (files: Files, alone: string | null): Read | null => {
  const notes = remarks();
  const seen = seenOf(files, alone, notes);
  if (seen === null) return null;
  const { session } = seen;
  if (session !== null && !session.isKnown) {
    const only = remarks();
    remarkVersion(session, only);
    return { reading: null, notes: only, isOlder: true };
  }
  if (alone === null) mustBeThere("session.json", files, notes);
  const merging = mergedUnits(seen, notes);
  const phase = phaseOf(seen, merging);
  const approved = isApproved(seen, merging, phase);
  const extras = extrasOf(seen, merging);
  const reading: Reading = { ...seen, ...merging, phase, approved, extras };
  remarkPlan(merging, session, approved, notes);
  remarkVerify(reading, notes);
  remarkExtras(extras, notes);
  return { reading, notes, isOlder: session?.isOlder === true };
};

/** Words of the published format that the tasks, or a usual word, stand for. */
const lenient = new Set(["PHASE_UNKNOWN", "VALUE_UNKNOWN"]);
/** What the published format lacks is empty. */
export const settled = (list: readonly Remark[], isOlder: boolean): readonly Remark[] =>
  isOlder
    ? list.flatMap((one) => {
        if (one.code === "KEY_MISSING") return [];
        return lenient.has(one.code) ? [{ ...one, severity: "warning" }] : [one];
      })
    : list;
