// Why: a task may stand in two places, in none that can be trusted, or twice; which text counts is decided here, and the other is never lost.
import type { Quarantined } from "../../../core/dialect.ts";
import { textOf } from "../../../core/fields.ts";
import type { Remarks, Spot } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { idFindings } from "../plan/rules.ts";
import type { SeenEvidence } from "./evidence.ts";
import type { Seen, TaskFile } from "./folder.ts";
import type { SeenTask } from "./task.ts";

/** One task with the places where it stood. */
export type Merged = {
  readonly task: SeenTask;
  readonly evidence: readonly SeenEvidence[];
  readonly file: TaskFile | null;
  readonly child: SeenTask | null;
};
export type MergedAll = {
  /** Without verify, in the order of child_tasks; those that stand there not come after. */
  readonly tasks: readonly Merged[];
  readonly verify: Merged | null;
  /** null: the session names none, and nothing there is one. */
  readonly verifyId: string | null;
  readonly quarantined: readonly Quarantined[];
  /** A whole task is among them. */
  readonly lost: boolean;
};

/** What both places must agree in. */
const shared = ({
  id,
  subject,
  status,
  worker,
  criteria,
  evidence,
  blockedBy,
  startedAt,
  completedAt,
}: SeenTask): string =>
  JSON.stringify([
    id,
    subject,
    status,
    worker,
    criteria,
    evidence.map(({ entry }) => entry),
    blockedBy,
    startedAt,
    completedAt,
  ]);

export const agrees = (a: SeenTask, b: SeenTask): boolean => shared(a) === shared(b);

const keyOf = ({ entry }: SeenEvidence): string => JSON.stringify(entry);

const textAt = (spot: Spot, root: SeenTask): string => {
  const node = nodeAt(spot);
  return node === null ? JSON.stringify(root) : textOf(spot.doc, node);
};

const nodeAt = ({ doc, pointer }: Spot) => {
  const index = /^\/(?:child_tasks|tasks)\/(\d+)$/u.exec(pointer)?.[1];
  if (index === undefined) return doc.root;
  const list =
    doc.root.is === "object"
      ? doc.root.members.find(({ key }) => pointer.startsWith(`/${key}/`))?.value
      : undefined;
  return list?.is === "array" ? (list.items[Number(index)] ?? null) : null;
};

const isVerifyId = (id: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u.test(id) && id.toLowerCase() !== "plan";

/** The id of the verify task: the session's word, else what is called so. */
const verifyIdOf = ({ session, files }: Seen, notes: Remarks): string | null => {
  const said = session?.verifyId ?? null;
  if (said !== null && isVerifyId(said)) return said;
  if (said !== null && session !== null)
    notes.add(
      session.at("verify_task_id"),
      "error",
      "TASK_ID_INVALID",
      `${JSON.stringify(said.slice(0, 80))} cannot be a task's id`,
    );
  const file = files.find(({ name }) => name === "verify");
  if (file !== undefined) return isVerifyId(file.task.id) ? file.task.id : "verify";
  const all = [...(session?.tasks ?? []), ...files.map(({ task }) => task)];
  return all.some(({ id }) => id === "verify") ? "verify" : null;
};

export const mergeTasks = (seen: Seen, notes: Remarks): MergedAll => {
  const { session } = seen;
  const quarantined: Quarantined[] = [];
  const aside = (path: Path, why: string, text?: string): void =>
    void quarantined.push({ path, why, ...(text === undefined ? {} : { text }) });
  let lost = seen.broken.length > 0 || (session?.broken ?? []).length > 0;
  const verifyId = verifyIdOf(seen, notes);
  const isVerify = (id: string): boolean =>
    id === verifyId || (verifyId !== null && id === "verify");
  const usedFiles = new Set<TaskFile>();
  const taken = new Set<string>();
  const merged: Merged[] = [];

  const fits = (task: SeenTask, path: Path, whole: boolean): boolean => {
    const [wrong] = isVerify(task.id)
      ? []
      : idFindings(task.id, verifyId ?? "verify", "").filter(
          ({ code }) => code === "TASK_ID_INVALID",
        );
    const key = isVerify(task.id) ? "verify" : task.id.toLowerCase();
    const why =
      wrong !== undefined
        ? `${wrong.code}: ${wrong.text}`
        : taken.has(key)
          ? `TASK_REPEATED: there is another task ${task.id}`
          : null;
    if (why === null) taken.add(key);
    else {
      aside(path, why, whole ? undefined : textAt(task.spot, task));
      lost = true;
    }
    return why === null;
  };
  const fileOf = (task: SeenTask): TaskFile | undefined =>
    seen.files.find(
      (file) =>
        !usedFiles.has(file) &&
        (file.task.id === task.id || (isVerify(task.id) && isVerify(file.task.id))),
    );

  for (const child of session?.tasks ?? []) {
    if (!fits(child, "session.json", false)) continue;
    const file = fileOf(child) ?? null;
    if (file === null) {
      merged.push({ task: child, evidence: child.evidence, file, child });
      continue;
    }
    usedFiles.add(file);
    if (agrees(file.task, child)) {
      merged.push({ task: file.task, evidence: file.task.evidence, file, child });
      continue;
    }
    const known = new Set(file.task.evidence.map(keyOf));
    const more = child.evidence.filter((one) => !known.has(keyOf(one)));
    notes.add(
      child.spot,
      "error",
      "TASK_DISAGREES",
      `task ${child.id} says otherwise in ${file.path}, which counts; the evidence of both is kept`,
    );
    aside(
      "session.json",
      `TASK_DISAGREES: ${child.spot.pointer} says otherwise than ${file.path}, which counts`,
      textAt(child.spot, child),
    );
    merged.push({ task: file.task, evidence: [...file.task.evidence, ...more], file, child });
  }
  for (const { pointer, text } of session?.broken ?? [])
    aside("session.json", `TYPE_WRONG: ${pointer} is no task`, text);
  for (const file of seen.files) {
    if (usedFiles.has(file) || !fits(file.task, file.path, true)) continue;
    merged.push({ task: file.task, evidence: file.task.evidence, file, child: null });
  }
  for (const path of seen.broken) aside(path, "FILE_BROKEN: it is no sound JSON of a task");
  for (const { task, file } of merged) {
    if (file === null || file.name === task.id || isVerify(task.id)) continue;
    notes.add(
      task.at("id"),
      "error",
      "TASK_ID_INVALID",
      `the file ${file.path} holds task ${task.id}, which belongs in tasks/${task.id}.json`,
    );
    aside(file.path, `its id is ${task.id}: it is written as tasks/${task.id}.json`);
  }
  const verify = merged.find(({ task }) => isVerify(task.id)) ?? null;
  if (verify?.file !== undefined && verify.file !== null && verify.file.name !== "verify")
    aside(verify.file.path, "the verify task's file is verify.json: it is written there anew");
  return { tasks: merged.filter((one) => one !== verify), verify, verifyId, quarantined, lost };
};
