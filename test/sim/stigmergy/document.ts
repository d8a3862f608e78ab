// Hand edits of the stigmergy state file as JSON, with unknown keys preserved.
import * as v from "valibot";

const story = v.looseObject({ story_id: v.string(), title: v.string(), status: v.string() });
const epic = v.looseObject({
  epic_id: v.number(),
  title: v.string(),
  status: v.string(),
  stories: v.array(story),
});
const entry = v.looseObject({
  timestamp: v.optional(v.string()),
  agent_id: v.optional(v.string()),
  signal: v.optional(v.nullable(v.string())),
  summary: v.optional(v.string()),
  files_modified: v.optional(v.array(v.string())),
});
const issue = v.looseObject({
  issue_id: v.string(),
  timestamp: v.optional(v.string()),
  status: v.string(),
  summary: v.string(),
  history_ref: v.optional(v.array(v.string())),
});
const schema = v.looseObject({
  schema_version: v.string(),
  project_name: v.string(),
  autonomy_mode: v.string(),
  project_status: v.string(),
  system_signal: v.string(),
  project_manifest: v.looseObject({ epics: v.array(epic) }),
  history: v.array(entry),
  issue_log: v.array(issue),
});

export type Doc = v.InferOutput<typeof schema>;
export type DocEntry = v.InferOutput<typeof entry>;
export type DocStory = v.InferOutput<typeof story>;

/** null: nobody could go on from it. */
export const docOf = (text: string | null | undefined): Doc | null => {
  if (text === null || text === undefined) return null;
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
};
export const textOf = (doc: Doc): string => `${JSON.stringify(doc, null, 2)}\n`;
export const storyIn = (doc: Doc, id: string): DocStory | null =>
  doc.project_manifest.epics.flatMap(({ stories }) => stories).find((one) => one.story_id === id) ??
  null;
