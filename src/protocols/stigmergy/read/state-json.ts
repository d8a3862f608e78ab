// The reading of state.json, whole, with a place for whatever is odd.
import type { Doc, Spot } from "../../../kit/document/remarks.ts";
import { manifest as manifestForm, schemaVersion, state as stateForm } from "../files/form.ts";
import { objectAt } from "../files/layout.ts";
import { nameLimit } from "../limits.ts";
import { isUnderWay, stateFile } from "../manifest.ts";
import { manifestOf } from "../markdown/manifest-of.ts";
import type { StigmergyCommands } from "../commands.ts";
import { names } from "../naming.ts";
import type { Autonomy } from "../state.ts";
import { isUnsettled } from "../subjects.ts";
import { fieldsOf, type Fields } from "./fields.ts";
import { type Form, formOf } from "./form.ts";
import { type FoundHistory, historyOf } from "./history.ts";
import { type FoundIssues, issuesOf } from "./issues.ts";
import { depth, epicsOf, type FoundManifest } from "./manifest.ts";
import { listIn } from "./lists.ts";
import { type At, noteKind, type Notes } from "./notes.ts";
import { statusOf } from "./status.ts";
import { tasksOf } from "./tasks.ts";
import { wordOf } from "./word-of.ts";
import { vocabulary } from "./words.ts";

export type Run = StigmergyCommands["Adopt"]["data"]["found"];
/** Input from outside the file: the folder's name, and the product requirements. */
export type Beside = { readonly name: string; readonly prd: string | null };

type Manifest = FoundManifest & { readonly ids: ReadonlyMap<string, string> };
const empty: Manifest = { epics: [], extras: [], ids: new Map() };

/** Epics and stories from the headings of the product requirements; empty if those are unreadable. */
const imported = (prd: string | null, spot: Spot, notes: Notes): Manifest => {
  const { epics, findings } = prd === null ? { epics: [], findings: [] } : manifestOf(prd);
  const sound = findings.length === 0 && epics.length > 0;
  notes.old(
    spot,
    "KEY_MISSING",
    sound
      ? "its epics and stories are read from docs/prd.md"
      : "it has no manifest, and docs/prd.md gives none: it is empty",
  );
  if (!sound) return empty;
  return {
    ...empty,
    epics: epics.map(({ id, title, stories }) => ({
      id,
      title,
      stories: stories.map((story) => ({
        id: story.id,
        title: story.title,
        status: "PENDING",
        approved: false,
        builder: null,
      })),
    })),
  };
};

const manifestIn = (fields: Fields, form: Form, prd: string | null, notes: Notes): Manifest => {
  const found = fields.get("project_manifest");
  if (form === "1.0" && found === null) return imported(prd, fields.at.spot, notes);
  if (found !== null && found.node.is !== "object")
    noteKind(notes, "project_manifest", found, "an object");
  if (found === null && form !== "3.x")
    notes.wrong(fields.at.spot, "KEY_MISSING", "the key project_manifest is missing");
  const inner = found === null ? fields : fieldsOf(found, manifestForm, notes);
  const need = form === "2.0" && inner.get("tasks") === null ? "must" : "may";
  const epics = listIn(inner, "epics", need, notes);
  const tasks =
    epics === null
      ? (listIn(inner, "tasks", "may", notes) ??
        (found === null ? null : listIn(fields, "tasks", "may", notes)))
      : null;
  if (tasks !== null) {
    inner.used("tasks");
    fields.used("tasks");
  }
  const list: Manifest =
    epics !== null
      ? { ...empty, ...epicsOf(epics, inner.spot("epics"), notes) }
      : tasks === null
        ? empty
        : tasksOf(tasks, inner.spot("tasks"), notes);
  const own = found === null ? [] : inner.extras(depth.manifest);
  return {
    ...list,
    extras: [{ file: stateFile, pointer: objectAt.manifest, entries: own }, ...list.extras],
  };
};

const autonomyOf = (fields: Fields, notes: Notes): Autonomy | null => {
  const word = fields.text("autonomy_mode", { or: "supervised" });
  return word === null ? null : wordOf(fields, "autonomy_mode", word, vocabulary.autonomy, notes);
};

const nameOf = (fields: Fields, { name }: Beside, notes: Notes): string => {
  const said = (fields.text("project_name", { or: name }) ?? "").trim();
  if (said.length > nameLimit || said === "")
    notes.wrong(
      fields.spot("project_name"),
      "FIELD_OVERSIZED",
      `a project's name has 1 to ${nameLimit} characters, not ${said.length}`,
    );
  return said;
};

const lastSummary = ({ last }: FoundHistory): string => (last?.summary ?? "").trim();

const asked = (history: FoundHistory): string =>
  lastSummary(history) || "It was found waiting for a person, and nothing says for what.";

/** Rules that concern several fields. */
const whole = (run: Run, spot: Spot, notes: Notes): void => {
  const stories = run.epics.flatMap((epic) => epic.stories);
  for (const { id, status } of stories)
    if (
      status === "FAILED" &&
      run.halted?.subject !== `story:${id}` &&
      !run.issues.some((issue) => issue.subject === `story:${id}` && isUnsettled(issue))
    )
      notes.odd(
        spot,
        "ISSUE_MISSING",
        `story ${id} is FAILED, and no issue about it is open: one is opened`,
      );
  const busy = stories.filter(isUnderWay);
  if (busy.length > 1)
    notes.odd(
      spot,
      "STORY_CROWDED",
      `${busy.length} stories are under way: nothing new starts until they are as many as may be`,
    );
};

/** Returns null if it is unusable; the notes say why. */
export const runIn = (doc: Doc, beside: Beside, notes: Notes): Run | null => {
  const top: At = { spot: { doc, pointer: "", at: doc.root.at }, node: doc.root };
  if (top.node.is !== "object") {
    noteKind(notes, "the state", top, "an object");
    return null;
  }
  const form = formOf(top.node);
  const fields = fieldsOf(top, stateForm, notes);
  const version = fields.spot("schema_version");
  if (form === null) {
    notes.wrong(version, "SCHEMA_UNKNOWN", "it is no state file of a form that is known");
    return null;
  }
  if (form !== "2.0") notes.old(version, "SCHEMA_OLD", `its form is ${form}, not ${schemaVersion}`);
  const name = nameOf(fields, beside, notes);
  const autonomy = autonomyOf(fields, notes);
  const signal = fields.text("system_signal", { or: "" }) ?? "";
  const manifest = manifestIn(fields, form, beside.prd, notes);
  const stories = manifest.epics.flatMap((epic) => epic.stories);
  const status = statusOf(fields, stories, notes);
  const entries = listIn(fields, "history", "old", notes);
  const history = historyOf(entries ?? [], notes);
  const around = {
    times: entries === null ? null : history.times,
    stories: new Set(stories.map(({ id }) => id)),
    ids: manifest.ids,
  };
  const issues = issuesOf(listIn(fields, "issue_log", "old", notes) ?? [], around, notes);
  const own = { file: stateFile, pointer: objectAt.root, entries: fields.extras(depth.root) };
  if (autonomy === null || status === null || notes.list.some(({ kind }) => kind === "wrong"))
    return null;
  const run: Run = {
    name,
    autonomy,
    status: status.status,
    halted:
      status.from === null
        ? null
        : {
            from: status.from,
            reason: haltedFor(history),
            subject: unsolved(issues, manifest, history),
          },
    paused: status.paused,
    signal,
    epics: manifest.epics.map((epic) => ({
      ...epic,
      stories: epic.stories.map((story) => ({ ...story, criteria: [] })),
    })),
    history: history.texts,
    last_at: history.lastAt,
    issues: issues.issues,
    questions: status.asks ? [{ subject: "project", text: asked(history) }] : [],
    extras: [own, ...manifest.extras, ...issues.extras].filter(({ entries }) => entries.length > 0),
  };
  whole(run, fields.spot(form === "3.x" ? "tasks" : "project_manifest"), notes);
  return run;
};

/** The cause of a halt: the last unsolved issue, if the halt's entry names it or its story failed. */
const unsolved = (
  { issues }: FoundIssues,
  { epics }: Manifest,
  { halt }: FoundHistory,
): string | null => {
  const failed = new Set(
    epics.flatMap(({ stories }) =>
      stories.flatMap(({ id, status }) => (status === "FAILED" ? [`story:${id}`] : [])),
    ),
  );
  const behind = issues.findLast(
    ({ id, status, subject }) =>
      status === "FAILED_TO_RESOLVE" && (failed.has(subject) || names(halt ?? "", id)),
  );
  return behind?.subject ?? null;
};

const haltedFor = (history: FoundHistory): string => {
  const text = lastSummary(history);
  return text === ""
    ? "it was found EXECUTION_HALTED"
    : `it was found EXECUTION_HALTED; the last entry says: ${text.slice(0, 1_000)}`;
};
