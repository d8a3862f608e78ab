// Reader of a whole ultrawork session folder, for check and adoption alike.
import { isJson } from "../../../core/fields.ts";
import type { JsonNode } from "../../../core/json.ts";
import { openDoc, readDoc, type Remarks } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { type SeenContext, contextFromNotes, seenContext } from "./context.ts";
import { seenLogLines } from "./evidence.ts";
import { type SeenSession, seenSession } from "./session.ts";
import { type SeenTask, seenTask } from "./task.ts";

export type TaskFile = { readonly path: Path; readonly name: string; readonly task: SeenTask };
export type RunFiles = {
  readonly session: SeenSession | null;
  readonly files: readonly TaskFile[];
  /** Unreadable task files. */
  readonly broken: readonly Path[];
  readonly context: SeenContext | null;
  readonly contextBroken: boolean;
  /** From `evidence/log.jsonl`. */
  readonly lines: ReturnType<typeof seenLogLines>;
};

export const logLines: Path = "evidence/log.jsonl";
const taskForm = /^(?:\.\.\/)?tasks\/([^/]+)\.json$/u;

/** Maps `tasks/1.json` to `1`; returns null for other files. */
const taskName = (path: Path): string | null => taskForm.exec(path)?.[1] ?? null;

const keysOf = (root: JsonNode): ReadonlySet<string> =>
  new Set(root.is === "object" ? root.members.map(({ key }) => key) : []);

/** Kind of a document by its content, if its name doesn't tell. */
export const kindOf = (root: JsonNode): "session" | "task" | "context" | null => {
  const keys = keysOf(root);
  const some = (...names: readonly string[]): boolean => names.some((name) => keys.has(name));
  if (
    some("child_tasks", "session_task_id", "verify_task_id") ||
    (keys.has("goal") && keys.has("phase"))
  )
    return "session";
  if (some("expected_explorers", "exploration_complete")) return "context";
  return keys.has("status") && some("success_criteria", "criteria") && some("subject", "title")
    ? "task"
    : null;
};

const tasksOf = (
  files: Readonly<Record<Path, string>>,
  notes: Remarks,
): Pick<RunFiles, "files" | "broken"> => {
  const found: TaskFile[] = [];
  const broken: Path[] = [];
  const paths = Object.keys(files).flatMap((path) => {
    const name = taskName(path);
    return name === null ? [] : [{ path, name }];
  });
  for (const { path, name } of paths.sort((a, b) => byName(a.name, b.name))) {
    const task = readDoc(path, files[path], notes, (doc) =>
      seenTask(doc.root, { doc, pointer: "", at: doc.root.at }, notes, name),
    );
    if (task === null) broken.push(path);
    else found.push({ path, name, task });
  }
  return { files: found, broken };
};

/** Sorts 2 before 10. */
const byName = (a: string, b: string): number => {
  const [left, right] = [Number(a), Number(b)];
  if (Number.isInteger(left) && Number.isInteger(right)) return left - right;
  return a < b ? -1 : a > b ? 1 : 0;
};

export const seenFolder = (files: Readonly<Record<Path, string>>, notes: Remarks): RunFiles => {
  const session = readDoc("session.json", files["session.json"], notes, (doc) =>
    seenSession(doc, notes),
  );
  const tasks = tasksOf(files, notes);
  const read = readDoc("context.json", files["context.json"], notes, (doc) =>
    seenContext(doc, notes),
  );
  const contextBroken = files["context.json"] !== undefined && read === null;
  const lines = files[logLines];
  return {
    session,
    ...tasks,
    context: contextBroken ? contextFromNotes(files) : read,
    contextBroken,
    lines: lines === undefined ? { entries: [], broken: [] } : seenLogLines(logLines, lines, notes),
  };
};

/** Names as in `cairn schema`. */
export type DocumentName = "session.json" | "context.json" | "tasks/<id>.json";

/** By the path relative to a session's folder. */
export const documentName = (path: Path): DocumentName | null =>
  path === "session.json" || path === "context.json"
    ? path
    : taskName(path) === null
      ? null
      : "tasks/<id>.json";
const nameKind = (path: Path): DocumentName | null =>
  documentName(/(?:^|\/)(?:session|context)\.json$/u.exec(path)?.[0].replace("/", "") ?? path);
const taskKeys = ["subject", "status", "success_criteria", "criteria", "evidence", "blocked_by"];
/** Another program's list of work, which may be in a folder `tasks`, too. */
const isList = (root: JsonNode): boolean => {
  const keys = keysOf(root);
  const values = root.is === "object" ? root.members.map(({ value }) => value) : [root];
  return (
    !taskKeys.some((key) => keys.has(key)) &&
    values.some((value) => value.is === "array" && value.items[0]?.is === "object")
  );
};
/** By its content, else by its name. */
export const aloneKind = (path: Path, root: JsonNode): DocumentName | null => {
  const kind = kindOf(root);
  if (kind !== null) return kind === "task" ? "tasks/<id>.json" : `${kind}.json`;
  const named = nameKind(path);
  return named === "tasks/<id>.json" && isList(root) ? null : named;
};

/** Reads a single document, by its name or content; null if it isn't of this format. */
export const seenAlone = (path: Path, text: string, notes: Remarks): RunFiles | null => {
  const nothing = seenFolder({}, notes);
  const before = notes.list.length;
  const doc = openDoc(path, text, notes);
  if (doc === null) return nameKind(path) !== null && notes.list.length > before ? nothing : null;
  const kind = aloneKind(path, doc.root);
  const spot = { doc, pointer: "", at: doc.root.at };
  if (kind === "session.json") return { ...nothing, session: seenSession(doc, notes) };
  if (kind === "context.json") return { ...nothing, context: seenContext(doc, notes) };
  if (kind === null) return null;
  const name = /(?:^|\/)([^/]+?)(?:\.json)?$/u.exec(path)?.[1] ?? "";
  const task = seenTask(doc.root, spot, notes, name);
  return task === null ? nothing : { ...nothing, files: [{ path, name, task }] };
};

/** Matched as text, to recognise broken files too. */
const ofSession = /"(?:child_tasks|session_task_id|verify_task_id|evidence_log|goal)"\s*:/u;
const ofTask = /"(?:success_criteria|criteria)"\s*:/u;

/** Recognises a folder by its session file or the remains of one; other programs use session.json and `tasks`, too. */
export const isSessionFolder = (files: Readonly<Record<Path, string>>): boolean => {
  const session = files["session.json"];
  if (session !== undefined) return ofSession.test(session) || !isJson(session);
  return Object.entries(files).some(
    ([path, text]) => taskName(path) !== null && !path.startsWith("../") && ofTask.test(text),
  );
};
