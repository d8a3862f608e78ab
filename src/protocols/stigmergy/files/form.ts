// The form of state.json, its keys in the seed's order: what its schema, its readers and its edits go by.
import * as t from "../../../kit/schema.ts";
import { nameLimit } from "../limits.ts";
import { autonomyWords, epicWords, issueWords, statusWords, storyWords } from "../words.ts";

export const schemaVersion = "2.0";
const time = t.means(
  "ISO 8601; the engine writes YYYY-MM-DDTHH:mm:ss.sssZ, each later than the one before",
  t.text,
);

export const story = t.open({ story_id: t.text, title: t.text, status: t.oneOf(storyWords) });
export const epic = t.open({
  epic_id: t.number,
  title: t.text,
  status: t.oneOf(epicWords),
  stories: t.list(story),
});
export const entry = t.open({
  timestamp: time,
  agent_id: t.text,
  signal: t.text,
  summary: t.text,
  files_modified: t.texts,
});
export const issue = t.open({
  issue_id: t.text,
  timestamp: time,
  status: t.oneOf(issueWords),
  summary: t.text,
  history_ref: t.means("timestamps of entries of the history", t.texts),
});
export const manifest = t.open({ epics: t.list(epic) });
export const state = t.open({
  schema_version: t.oneOf([schemaVersion]),
  project_name: t.most(nameLimit, t.least(1, t.text)),
  autonomy_mode: t.oneOf(autonomyWords),
  project_status: t.oneOf(statusWords),
  system_signal: t.means("the signal of the last entry", t.text),
  project_manifest: manifest,
  history: t.list(entry),
  issue_log: t.list(issue),
});
