// Typed reader of an edited state file: what doesn't fit its form is refused with its place.
import { finding, inside, type Part, partOf, textAt, textOf } from "../../../kit/document/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { readPart } from "../../../kit/edit-door.ts";
import * as t from "../../../kit/schema.ts";
import * as form from "../files/form.ts";
import { type Vocabulary, vocabulary } from "../read/words.ts";

/** An edit may omit what the engine fills in; entries are parsed once the new ones are known. */
const edited = t.open({
  ...form.state.entries,
  schema_version: t.text,
  project_name: t.text,
  history: t.list(t.anything),
  issue_log: t.list(
    t.open({
      ...form.issue.entries,
      timestamp: t.nullish(t.text),
      history_ref: t.optional(t.texts),
    }),
  ),
});
type Edited = t.Of<typeof edited>;
type Epic = Edited["project_manifest"]["epics"][number];

/** A value with its position. */
const told = <T>(of: Part, key: string, value: T) => ({ value, part: inside(of, `/${key}`) });

const storyIn = ({ story_id: id, title, status }: Epic["stories"][number], part: Part) => ({
  part,
  id,
  title: told(part, "title", title),
  status: told(part, "status", status),
  agent: textAt(part.node, "agent"),
});
export type StoryDoc = ReturnType<typeof storyIn>;

const epicIn = ({ epic_id: id, title, status, stories }: Epic, part: Part) => ({
  part,
  id,
  title: told(part, "title", title),
  status: told(part, "status", status),
  stories: stories.map((one, index) => storyIn(one, inside(part, `/stories/${index}`))),
});
export type EpicDoc = ReturnType<typeof epicIn>;

const issueIn = (issue: Edited["issue_log"][number], part: Part) => ({
  part,
  id: issue.issue_id,
  at: issue.timestamp ?? null,
  status: told(part, "status", issue.status),
  summary: told(part, "summary", issue.summary),
  refs: (issue.history_ref ?? []).map((ref, index) => told(part, `history_ref/${index}`, ref)),
});
export type IssueDoc = ReturnType<typeof issueIn>;

const docOf = (doc: Edited, part: Part) => {
  const { part: history, value: entries } = told(part, "history", doc.history);
  const { part: issueLog, value: issues } = told(part, "issue_log", doc.issue_log);
  const { part: manifest, value } = told(part, "project_manifest", doc.project_manifest);
  return {
    part,
    name: told(part, "project_name", doc.project_name),
    autonomy: told(part, "autonomy_mode", doc.autonomy_mode),
    status: told(part, "project_status", doc.project_status),
    signal: told(part, "system_signal", doc.system_signal),
    manifest,
    epics: value.epics.map((one, index) => epicIn(one, inside(manifest, `/epics/${index}`))),
    history,
    entries: entries.map((_, index) => inside(history, `/${index}`)),
    issueLog,
    issues: issues.map((one, index) => issueIn(one, inside(issueLog, `/${index}`))),
  };
};
export type StateDoc = ReturnType<typeof docOf>;

const words: readonly (readonly [RegExp, Vocabulary<string>])[] = [
  [/^\/autonomy_mode$/u, vocabulary.autonomy],
  [/^\/project_status$/u, vocabulary.project],
  [/\/stories\/\d+\/status$/u, vocabulary.story],
  [/\/epics\/\d+\/status$/u, vocabulary.epic],
  [/^\/issue_log\/\d+\/status$/u, vocabulary.issue],
];
/** Adds the current meaning of an older word. */
const withWord = (refusal: Refusal, part: Part): Refusal => {
  const { pointer = "" } = refusal;
  const { words: all, old } = words.find(([place]) => place.test(pointer))?.[1] ?? {};
  const said = textOf(inside(part, pointer).node);
  if (all === undefined || old === undefined || said === null) return refusal;
  const today = old.get(said) ?? all.find((one) => one.toLowerCase() === said.trim().toLowerCase());
  const fits = today === undefined ? all.join(", ") : `${said.slice(0, 80)}: write ${today}`;
  return { ...refusal, fits };
};

/** Duplicate names are ambiguous. */
const twice = (
  list: readonly { readonly id: string | number; readonly part: Part }[],
  code: string,
  what: string,
): readonly Refusal[] => {
  const seen = new Set<string>();
  return list.flatMap(({ id, part }) => {
    const name = String(id);
    return seen.size === seen.add(name).size
      ? [finding(part, code, `there are two ${what} ${name.slice(0, 80)}`, "each id once")]
      : [];
  });
};

/** All findings, or the document. */
export const typed = (part: Part): StateDoc | readonly Refusal[] => {
  const found = readPart(edited, part);
  if ("findings" in found) return found.findings.map((one) => withWord(one, part));
  const doc = docOf(found.value, part);
  const doubles = [
    ...twice(doc.epics, "MANIFEST_INVALID", "epics"),
    ...twice(
      doc.epics.flatMap(({ stories }) => stories),
      "MANIFEST_INVALID",
      "stories",
    ),
    ...twice(doc.issues, "ISSUE_DUPLICATE", "issues"),
  ];
  return doubles.length > 0 ? doubles : doc;
};

/** The schema's version can't be changed. */
export const versionWrong = (part: Part): Refusal | null => {
  const said = partOf(part, "schema_version");
  return said === null || textOf(said.node) === form.schemaVersion
    ? null
    : finding(
        said,
        "SCHEMA_CHANGED",
        "schema_version can't be changed here",
        `"${form.schemaVersion}"`,
      );
};
