// Why: other programs read and write the state file; what is in it is told as JSON Schema, beside the code that writes it.
import type { Described } from "../../../core/message.ts";
import { nameLimit } from "../limits.ts";
import { autonomyWords, epicWords, issueWords, statusWords, storyWords } from "../read/words.ts";
import { schemaVersion } from "./layout.ts";

type Schema = Readonly<Record<string, unknown>>;

const draft = "https://json-schema.org/draft/2020-12/schema";
const text: Schema = { type: "string" };
const texts: Schema = { type: "array", items: text };
const time: Schema = {
  type: "string",
  description: "ISO 8601; the engine writes YYYY-MM-DDTHH:mm:ss.sssZ, each later than the one before",
};
const list = (items: Schema): Schema => ({ type: "array", items });
const object = (must: Readonly<Record<string, Schema>>): Schema => ({ type: "object", properties: must, required: Object.keys(must) });

const story = object({ story_id: text, title: text, status: { enum: storyWords } });
const epic = object({ epic_id: { type: "number" }, title: text, status: { enum: epicWords }, stories: list(story) });
const entry = object({ timestamp: time, agent_id: text, signal: text, summary: text, files_modified: texts });
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

const means = "A project: its mode and status, the manifest of epics and stories, the history of all that was done, and its issues.";

/** Unknown keys are let through everywhere: they belong to whoever wrote them. */
export const fileSchemas: readonly Described[] = [
  { name: "state.json", kind: "document", means, schema: () => ({ $schema: draft, title: "state.json", description: means, ...state }) },
];
