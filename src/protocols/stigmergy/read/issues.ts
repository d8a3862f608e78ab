// The issues of a found file, each about the subject that it names.
import type { Extras } from "../../../kit/document/unknown-keys.ts";
import * as form from "../files/form.ts";
import { objectAt } from "../files/layout.ts";
import { stateFile } from "../manifest.ts";
import type { IssueStatus, Subject } from "../state.ts";
import { subjectSaid } from "../subjects.ts";
import { timeIn } from "../times.ts";
import { fieldsOf, type Fields } from "./fields.ts";
import { textsIn } from "./lists.ts";
import { depth } from "./manifest.ts";
import { type At, noteKind, type Notes, quoted } from "./notes.ts";
import { wordOf } from "./word-of.ts";
import { vocabulary } from "./words.ts";

export type FoundIssue = {
  readonly id: string;
  readonly at: string;
  readonly status: IssueStatus;
  readonly summary: string;
  readonly refs: readonly string[];
  readonly subject: Subject;
  readonly solution: string | null;
};
export type FoundIssues = {
  readonly issues: readonly FoundIssue[];
  readonly extras: readonly Extras[];
};

/** Valid targets of references and subjects. `times`: null if unreadable. `ids`: stories by their former ids. */
type Around = {
  readonly times: ReadonlySet<string> | null;
  readonly stories: ReadonlySet<string>;
  readonly ids: ReadonlyMap<string, string>;
};

const statusOf = (fields: Fields, notes: Notes): IssueStatus | null => {
  const word = fields.text("status");
  return word === null ? null : wordOf(fields, "status", word, vocabulary.issue, notes);
};

const textIn = (fields: Fields, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const node = fields.get(key)?.node;
    if (node?.is === "string" && node.value.trim() !== "") return node.value;
  }
  return null;
};

/** By a key that names a story, else by the start of its summary; otherwise the project. */
export const subjectOf = (
  fields: Fields,
  summary: string,
  { stories, ids }: Pick<Around, "stories" | "ids">,
): Subject => {
  const named = textIn(fields, ["story_id", "task_id_ref"]);
  const story = named === null ? null : stories.has(named) ? named : (ids.get(named) ?? null);
  return story === null
    ? (subjectSaid(summary, (id) => stories.has(id)) ?? "project")
    : `story:${story}`;
};

const issueOf = (at: At, around: Around, notes: Notes, kept: Extras[]): FoundIssue | null => {
  if (at.node.is !== "object") {
    noteKind(notes, "an issue", at, "an object");
    return null;
  }
  const fields = fieldsOf(at, form.issue, notes);
  const id = fields.text("issue_id");
  const time = fields.text("timestamp");
  const status = statusOf(fields, notes);
  const summary = fields.text("summary", { aliases: ["description", "details"] });
  const refs = textsIn(fields, "history_ref", notes);
  if (time !== null && timeIn(time) === null)
    notes.odd(fields.spot("timestamp"), "TIMESTAMP_INVALID", `${quoted(time)} is no time`);
  for (const ref of around.times === null ? [] : (refs ?? []))
    if (!around.times?.has(ref))
      notes.odd(
        fields.spot("history_ref"),
        "REFERENCE_DANGLING",
        `no entry of the history has the time ${quoted(ref)}`,
      );
  if (id === null || time === null || status === null || summary === null || refs === null)
    return null;
  const subject = subjectOf(fields, summary, around);
  const solution = textIn(fields, ["solution", "resolution_strategy"]);
  kept.push({ file: stateFile, pointer: objectAt.issue(id), entries: fields.extras(depth.issue) });
  return { id, at: time, status, summary, refs, subject, solution };
};

export const issuesOf = (items: readonly At[], around: Around, notes: Notes): FoundIssues => {
  const extras: Extras[] = [];
  const seen = new Set<string>();
  const issues = items.flatMap((item) => {
    const issue = issueOf(item, around, notes, extras);
    if (issue === null) return [];
    if (seen.size === seen.add(issue.id).size)
      notes.wrong(item.spot, "ISSUE_DUPLICATE", `the issue ${quoted(issue.id)} stands there twice`);
    return [issue];
  });
  return { issues, extras };
};
