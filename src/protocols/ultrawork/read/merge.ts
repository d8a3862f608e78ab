// The merge of what the session and the tasks' own files say of each task: which text counts, and the other kept aside.
import type { Quarantined } from "../../../core/dialect.ts";
import { textOf } from "../../../core/fields.ts";
import type { Remarks } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { childTask } from "../files/tasks.ts";
import { idFindings } from "../plan/rules.ts";
import type { SeenEvidence } from "./evidence.ts";
import type { RunFiles, TaskFile } from "./folder.ts";
import type { SeenTask } from "./task.ts";

/** One task with its sources. */
export type Merged = {
  readonly task: SeenTask;
  readonly evidence: readonly SeenEvidence[];
  readonly file: TaskFile | null;
  readonly child: SeenTask | null;
};
export type MergedAll = {
  /** Without verify, in the order of child_tasks; tasks missing there come last. */
  readonly tasks: readonly Merged[];
  readonly verify: Merged | null;
  /** null if the session names none, and no task is one. */
  readonly verifyId: string | null;
  readonly quarantined: readonly Quarantined[];
  /** A whole task is among them. */
  readonly lost: boolean;
};

/** Content that both places must agree on. */
const shared = (task: SeenTask): string => {
  const entries = task.evidence.map(({ entry }) => entry);
  const all = Object.entries({ ...task, evidence: entries });
  return JSON.stringify(all.filter(([key]) => Object.hasOwn(childTask.keys, key)));
};

const agrees = (a: SeenTask, b: SeenTask): boolean => shared(a) === shared(b);

const keyOf = ({ entry }: SeenEvidence): string => JSON.stringify(entry);

const textIn = ({ spot, node }: SeenTask): string => textOf(spot.doc, node);

const isVerifyId = (id: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u.test(id) && id.toLowerCase() !== "plan";

/** Id of the verify task: as named by the session, else a task with that name. */
const verifyIdOf = ({ session, files }: RunFiles, notes: Remarks): string | null => {
  const said = session?.verify_task_id ?? null;
  if (said !== null && isVerifyId(said)) return said;
  if (said !== null && session !== null)
    notes.error(
      session.at("verify_task_id"),
      "TASK_ID_INVALID",
      `${JSON.stringify(said.slice(0, 80))} cannot be a task's id`,
    );
  const file = files.find(({ name }) => name === "verify");
  if (file !== undefined) return isVerifyId(file.task.id) ? file.task.id : "verify";
  const all = [...(session?.tasks ?? []), ...files.map(({ task }) => task)];
  return all.some(({ id }) => id === "verify") ? "verify" : null;
};

/** Why a task can't be adopted; null if it can. `taken`: earlier ids. */
const unfit = (
  { id }: SeenTask,
  name: string,
  verifyId: string | null,
  taken: ReadonlySet<string>,
): string | null => {
  const [wrong] = name === "verify" ? [] : idFindings(id, verifyId ?? "verify", "");
  if (wrong?.code === "TASK_ID_INVALID") return `${wrong.code}: ${wrong.text}`;
  return taken.has(name) ? `TASK_REPEATED: there is another task ${id}` : null;
};

type Aside = (path: Path, why: string, text?: string) => void;

/** Merges a task of the session with its own file, which takes precedence; keeps the evidence of both. */
const withFile = (child: SeenTask, file: TaskFile, notes: Remarks, aside: Aside): Merged => {
  const { task, path } = file;
  if (agrees(task, child)) return { task, evidence: task.evidence, file, child };
  notes.error(
    child.spot,
    "TASK_DISAGREES",
    `task ${child.id} says otherwise in ${path}, which counts; the evidence of both is kept`,
  );
  aside(
    "session.json",
    `TASK_DISAGREES: ${child.spot.pointer} says otherwise than ${path}, which counts`,
    textIn(child),
  );
  const known = new Set(task.evidence.map(keyOf));
  const more = child.evidence.filter((one) => !known.has(keyOf(one)));
  return { task, evidence: [...task.evidence, ...more], file, child };
};

/** Reports a task file whose name differs from its id. */
const misnamed = ({ task, file }: Merged, notes: Remarks, aside: Aside): void => {
  if (file === null || file.name === task.id) return;
  notes.error(
    task.at("id"),
    "TASK_ID_INVALID",
    `the file ${file.path} holds task ${task.id}, which belongs in tasks/${task.id}.json`,
  );
  aside(file.path, `its id is ${task.id}: it is written as tasks/${task.id}.json`);
};

export const mergeTasks = (seen: RunFiles, notes: Remarks): MergedAll => {
  const { session } = seen;
  const quarantined: Quarantined[] = [];
  const aside: Aside = (path, why, text) =>
    void quarantined.push({ path, why, ...(text === undefined ? {} : { text }) });
  let lost = seen.broken.length > 0 || (session?.broken ?? []).length > 0;
  const verifyId = verifyIdOf(seen, notes);
  const isVerify = (id: string): boolean =>
    id === verifyId || (verifyId !== null && id === "verify");
  const taken = new Set<string>();
  const fits = (task: SeenTask, file: TaskFile | null): boolean => {
    const name = isVerify(task.id) ? "verify" : task.id.toLowerCase();
    const why = unfit(task, name, verifyId, taken);
    if (why === null) taken.add(name);
    else if (file === null) aside("session.json", why, textIn(task));
    else aside(file.path, why);
    lost ||= why !== null;
    return why === null;
  };

  const left = new Set(seen.files);
  const merged: Merged[] = [];
  for (const child of session?.tasks ?? []) {
    if (!fits(child, null)) continue;
    const isOwn = ({ task: { id } }: TaskFile): boolean =>
      id === child.id || (isVerify(child.id) && isVerify(id));
    const file = seen.files.find((one) => left.has(one) && isOwn(one));
    if (file !== undefined) left.delete(file);
    merged.push(
      file === undefined
        ? { task: child, evidence: child.evidence, file: null, child }
        : withFile(child, file, notes, aside),
    );
  }
  for (const { pointer, text } of session?.broken ?? [])
    aside("session.json", `TYPE_WRONG: ${pointer} is no task`, text);
  for (const file of left)
    if (fits(file.task, file))
      merged.push({ task: file.task, evidence: file.task.evidence, file, child: null });
  for (const path of seen.broken) aside(path, "FILE_BROKEN: it is no sound JSON of a task");
  const verify = merged.find(({ task }) => isVerify(task.id)) ?? null;
  const tasks = merged.filter((one) => one !== verify);
  for (const one of tasks) misnamed(one, notes, aside);
  if (verify !== null && verify.file !== null && verify.file.name !== "verify")
    aside(verify.file.path, "the verify task's file is verify.json: it is written there anew");
  return { tasks, verify, verifyId, quarantined, lost };
};
