// Reader of a run's folder, or of one document alone, and what tells that they are ultrawork's.
import { isJson } from "../../../kit/document/fields.ts";
import type { JsonNode } from "../../../core/json/json.ts";
import { type Doc, openDoc, type Remarks } from "../../../kit/document/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { taskName } from "../folder.ts";
import {
  type SeenContext,
  seenContext,
  type SeenSession,
  seenSession,
  type SeenTask,
  seenTask,
} from "./documents.ts";

export type Files = Readonly<Record<Path, string>>;
export type SeenFolder = {
  readonly session: SeenSession | null;
  readonly context: SeenContext | null;
  /** `name`: of `tasks/1.json` it is `1`. */
  readonly files: readonly { readonly name: string; readonly task: SeenTask }[];
};

/** Names as in `cairn schema`. */
type DocumentName = "session.json" | "context.json" | "tasks/<id>.json";
/** By the path relative to the run's folder. */
export const documentName = (path: Path): DocumentName | null => {
  if (path === "session.json" || path === "context.json") return path;
  return taskName(path) === null ? null : "tasks/<id>.json";
};

/** Keys that no other program's documents have. */
const telling = [
  ["session.json", ["child_tasks", "session_task_id", "verify_task_id"]],
  ["context.json", ["expected_explorers", "exploration_complete"]],
  ["tasks/<id>.json", ["success_criteria"]],
] as const;
const ofTasks = ["id", "subject", "status", "criteria", "evidence", "blocked_by"];
/** The kind of a document alone: by its content, else by its name, wherever it lies. */
const aloneName = (path: Path, root: JsonNode | null): DocumentName | null => {
  const keys = new Set(root?.is === "object" ? root.members.map(({ key }) => key) : []);
  const told = telling.find(([, names]) => names.some((name) => keys.has(name)))?.[0];
  const named = documentName(path.replace(/^.*\/(?=(?:session|context)\.json$)/u, ""));
  // Other programs have folders of that name, too.
  const isOther =
    named === "tasks/<id>.json" && root !== null && !ofTasks.some((name) => keys.has(name));
  return told ?? (isOther ? null : named);
};
/** @param alone it is judged without its folder */
export const nameIn =
  (alone: boolean) =>
  (path: Path, root: JsonNode | null): DocumentName | null =>
    alone ? aloneName(path, root) : documentName(path);

/** By the text, because a broken file is recognised, too. */
const ofSession = /"(?:child_tasks|session_task_id|verify_task_id|evidence_log|goal)"\s*:/u;
const ofTask = /"(?:success_criteria|criteria)"\s*:/u;
/** Other programs use the names session.json and `tasks`, too. */
export const isSessionFolder = (files: Files): boolean => {
  const session = files["session.json"];
  if (session !== undefined) return ofSession.test(session) || !isJson(session);
  return Object.entries(files).some(([path, text]) => taskName(path) !== null && ofTask.test(text));
};

/** Sorts 2 before 10. */
const byName = new Intl.Collator("en", { numeric: true }).compare;
/** @param alone a document is judged without its folder. Returns null if nothing is ultrawork's. */
export const seenOf = (files: Files, alone: boolean, notes: Remarks): SeenFolder | null => {
  const isContext = /"expected_explorers"\s*:/u.test(files["context.json"] ?? "");
  if (!alone && !isSessionFolder(files) && !isContext) return null;
  const paths = Object.keys(files).filter((path) => alone || documentName(path) !== null);
  const docs = paths.toSorted(byName).map((path) => {
    const doc = openDoc(path, files[path] ?? "", notes);
    return { doc, path, name: nameIn(alone)(path, doc?.root ?? null) };
  });
  if (alone && docs.every(({ name }) => name === null)) return null;
  const only = <T>(
    name: DocumentName,
    reader: (doc: Doc, notes: Remarks) => T | null,
  ): T | null => {
    const doc = docs.find((one) => one.name === name)?.doc ?? null;
    return doc && reader(doc, notes);
  };
  return {
    session: only("session.json", seenSession),
    context: only("context.json", seenContext),
    files: docs.flatMap(({ doc, path, name: kind }) => {
      const [, name = ""] = /([^/]*?)(?:\.json)?$/u.exec(path) ?? [];
      const task = doc && kind === "tasks/<id>.json" ? seenTask(doc, notes, name) : null;
      return task === null ? [] : [{ name, task }];
    }),
  };
};
