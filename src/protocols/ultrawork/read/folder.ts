// Reader of a run's folder, or of one document alone, and what tells that they are ultrawork's.
import { isJson } from "../../../core/fields.ts";
import type { JsonNode } from "../../../core/json.ts";
import { openDoc, readDoc, type Remarks } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { type SeenContext, seenContext, type SeenSession, seenSession } from "./session.ts";
import { type SeenTask, seenTask } from "./task.ts";

export type Files = Readonly<Record<Path, string>>;
/** `name`: of `tasks/1.json` it is `1`. */
export type TaskFile = { readonly name: string; readonly task: SeenTask };
export type SeenFolder = {
  readonly session: SeenSession | null;
  readonly context: SeenContext | null;
  readonly files: readonly TaskFile[];
};
const nothing: SeenFolder = { session: null, context: null, files: [] };

/** Names as in `cairn schema`. */
export type DocumentName = "session.json" | "context.json" | "tasks/<id>.json";
const taskName = (path: Path): string | null => /^tasks\/([^/]+)\.json$/u.exec(path)?.[1] ?? null;
/** By the path relative to the run's folder. */
export const documentName = (path: Path): DocumentName | null => {
  if (path === "session.json" || path === "context.json") return path;
  return taskName(path) === null ? null : "tasks/<id>.json";
};

const keysOf = (root: JsonNode): ReadonlySet<string> =>
  new Set(root.is === "object" ? root.members.map(({ key }) => key) : []);
const taskKeys = ["subject", "status", "success_criteria", "evidence", "blocked_by"];
/** Another program's list of work, which may lie in a folder `tasks`, too. */
const isList = (root: JsonNode): boolean => {
  const keys = keysOf(root);
  const values = root.is === "object" ? root.members.map(({ value }) => value) : [root];
  return (
    !taskKeys.some((key) => keys.has(key)) &&
    values.some((value) => value.is === "array" && value.items[0]?.is === "object")
  );
};
/** By its name alone, wherever it lies. */
const namedAlone = (path: Path): DocumentName | null =>
  documentName(path.replace(/^.*\/(?=(?:session|context)\.json$)/u, ""));
/** The kind of a document alone: by its content, else by its name. */
export const aloneName = (path: Path, root: JsonNode): DocumentName | null => {
  const keys = keysOf(root);
  const some = (...names: readonly string[]): boolean => names.some((name) => keys.has(name));
  if (some("child_tasks", "session_task_id", "verify_task_id")) return "session.json";
  if (keys.has("goal") && keys.has("phase")) return "session.json";
  if (some("expected_explorers", "exploration_complete")) return "context.json";
  if (keys.has("status") && some("success_criteria", "criteria") && some("subject", "title"))
    return "tasks/<id>.json";
  const named = namedAlone(path);
  return named === "tasks/<id>.json" && isList(root) ? null : named;
};

/** Sorts 2 before 10. */
const byName = new Intl.Collator("en", { numeric: true }).compare;
export const seenFolder = (files: Files, notes: Remarks): SeenFolder => {
  const names = Object.keys(files).flatMap((path) => taskName(path) ?? []);
  return {
    session: readDoc("session.json", files["session.json"], notes, (doc) =>
      seenSession(doc, notes),
    ),
    context: readDoc("context.json", files["context.json"], notes, (doc) =>
      seenContext(doc, notes),
    ),
    files: names.toSorted(byName).flatMap((name) => {
      const path = `tasks/${name}.json`;
      const task = readDoc(path, files[path], notes, (doc) => seenTask(doc, notes, name));
      return task === null ? [] : [{ name, task }];
    }),
  };
};

/** Returns null if it isn't ultrawork's. */
export const seenAlone = (path: Path, text: string, notes: Remarks): SeenFolder | null => {
  const doc = openDoc(path, text, notes);
  const name = doc === null ? namedAlone(path) : aloneName(path, doc.root);
  if (name === null) return null;
  if (doc === null) return nothing;
  if (name === "session.json") return { ...nothing, session: seenSession(doc, notes) };
  if (name === "context.json") return { ...nothing, context: seenContext(doc, notes) };
  const own = path.replace(/^.*\//u, "").replace(/\.json$/u, "");
  const task = seenTask(doc, notes, own);
  return task === null ? nothing : { ...nothing, files: [{ name: own, task }] };
};

/** By the text, because a broken file is recognised, too. */
const ofSession = /"(?:child_tasks|session_task_id|verify_task_id|evidence_log|goal)"\s*:/u;
const ofTask = /"(?:success_criteria|criteria)"\s*:/u;
/** Other programs use the names session.json and `tasks`, too. */
export const isSessionFolder = (files: Files): boolean => {
  const session = files["session.json"];
  if (session !== undefined) return ofSession.test(session) || !isJson(session);
  return Object.entries(files).some(([path, text]) => taskName(path) !== null && ofTask.test(text));
};
