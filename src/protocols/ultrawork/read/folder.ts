// Reader of a run's folder, or of one document alone, and what tells that they are ultrawork's.
import { isJson } from "../../../core/fields.ts";
import type { JsonNode } from "../../../core/json.ts";
import { type Doc, openDoc, type Remarks } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import {
  type SeenContext,
  seenContext,
  type SeenSession,
  seenSession,
  type SeenTask,
  seenTask,
} from "./documents.ts";

export type Files = Readonly<Record<Path, string>>;
/** `name`: of `tasks/1.json` it is `1`. */
type TaskFile = { readonly name: string; readonly task: SeenTask };
export type SeenFolder = {
  readonly session: SeenSession | null;
  readonly context: SeenContext | null;
  readonly files: readonly TaskFile[];
};

/** Names as in `cairn schema`. */
type DocumentName = "session.json" | "context.json" | "tasks/<id>.json";
const taskName = (path: Path): string | null => /^tasks\/([^/]+)\.json$/u.exec(path)?.[1] ?? null;
/** By the path relative to the run's folder. */
export const documentName = (path: Path): DocumentName | null => {
  if (path === "session.json" || path === "context.json") return path;
  return taskName(path) === null ? null : "tasks/<id>.json";
};

const taskKeys = ["subject", "status", "success_criteria", "evidence", "blocked_by"];
/** The kind of a document alone: by its content, else by its name, wherever it lies. */
export const aloneName = (path: Path, root: JsonNode | null): DocumentName | null => {
  const members = root?.is === "object" ? root.members : [];
  const keys = new Set(members.map(({ key }) => key));
  const some = (...names: readonly string[]): boolean => names.some((name) => keys.has(name));
  if (some("child_tasks", "session_task_id", "verify_task_id")) return "session.json";
  if (some("goal") && some("phase")) return "session.json";
  if (some("expected_explorers", "exploration_complete")) return "context.json";
  if (some("status") && some("success_criteria", "criteria") && some("subject", "title"))
    return "tasks/<id>.json";
  const named = documentName(path.replace(/^.*\/(?=(?:session|context)\.json$)/u, ""));
  // Another program's list of work may lie in a folder `tasks`, too.
  const values = root?.is === "object" ? members.map(({ value }) => value) : [root];
  const isList = values.some((value) => value?.is === "array" && value.items[0]?.is === "object");
  return named === "tasks/<id>.json" && isList && !some(...taskKeys) ? null : named;
};

/** Sorts 2 before 10. */
const byName = new Intl.Collator("en", { numeric: true }).compare;
/** @param docs by the path that each has in a run's folder */
const seenIn = (docs: ReadonlyMap<Path, Doc>, notes: Remarks): SeenFolder => {
  const read = <T>(path: Path, reader: (doc: Doc, notes: Remarks) => T | null): T | null => {
    const doc = docs.get(path);
    return doc === undefined ? null : reader(doc, notes);
  };
  return {
    session: read("session.json", seenSession),
    context: read("context.json", seenContext),
    files: [...docs.keys()].toSorted(byName).flatMap((path) => {
      const name = taskName(path) ?? "";
      const task = name === "" ? null : read(path, (doc) => seenTask(doc, notes, name));
      return task === null ? [] : [{ name, task }];
    }),
  };
};
const seenFolder = (files: Files, notes: Remarks): SeenFolder =>
  seenIn(
    new Map(
      Object.entries(files).flatMap(([path, text]) => {
        const doc = documentName(path) === null ? null : openDoc(path, text, notes);
        return doc === null ? [] : [[path, doc]];
      }),
    ),
    notes,
  );
const seenAlone = (path: Path, text: string, notes: Remarks): SeenFolder | null => {
  const doc = openDoc(path, text, notes);
  const name = aloneName(path, doc?.root ?? null);
  if (name === null) return null;
  const [, base = ""] = /([^/]*?)(?:\.json)?$/u.exec(path) ?? [];
  const place = name === "tasks/<id>.json" ? `tasks/${base}.json` : name;
  return seenIn(new Map(doc === null ? [] : [[place, doc]]), notes);
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

/** @param alone the path of a document that is judged without its folder. Returns null if nothing is ultrawork's. */
export const seenOf = (files: Files, alone: Path | null, notes: Remarks): SeenFolder | null => {
  if (alone !== null) return seenAlone(alone, files[alone] ?? "", notes);
  const isContext = /"expected_explorers"\s*:/u.test(files["context.json"] ?? "");
  return isSessionFolder(files) || isContext ? seenFolder(files, notes) : null;
};
