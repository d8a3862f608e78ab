// JSON Schemas of the stigmergy state file.
import { document, type JsonSchema, list, object, text, texts } from "../../../core/json-schema.ts";
import type { Described } from "../../../core/message.ts";
import { nameLimit } from "../limits.ts";
import { autonomyWords, epicWords, issueWords, statusWords, storyWords } from "../words.ts";
import { schemaVersion } from "./layout.ts";

const time: JsonSchema = {
  type: "string",
  description:
    "ISO 8601; the engine writes YYYY-MM-DDTHH:mm:ss.sssZ, each later than the one before",
};

const story = object({ story_id: text, title: text, status: { enum: storyWords } });
const epic = object({
  epic_id: { type: "number" },
  title: text,
  status: { enum: epicWords },
  stories: list(story),
});
const entry = object({
  timestamp: time,
  agent_id: text,
  signal: text,
  summary: text,
  files_modified: texts,
});
const issue = object({
  issue_id: text,
  timestamp: time,
  status: { enum: issueWords },
  summary: text,
  history_ref: { ...texts, description: "timestamps of entries of the history" },
});

const state = object({
  schema_version: { const: schemaVersion },
  project_name: { type: "string", minLength: 1, maxLength: nameLimit },
  autonomy_mode: { enum: autonomyWords },
  project_status: { enum: statusWords },
  system_signal: { type: "string", description: "the signal of the last entry" },
  project_manifest: object({ epics: list(epic) }),
  history: list(entry),
  issue_log: list(issue),
});

export const fileSchemas: readonly Described[] = [
  document(
    "state.json",
    "A project: its mode and status, the manifest of epics and stories, the history of all that was done, and its issues.",
    state,
  ),
];
