// Why: whoever edits the state file by hand reads it as JSON, changes it and writes the whole of it, with keys that nobody knows where they were.
import { z } from "zod";

const story = z.looseObject({ story_id: z.string(), title: z.string(), status: z.string() });
const epic = z.looseObject({
  epic_id: z.number(),
  title: z.string(),
  status: z.string(),
  stories: z.array(story),
});
const entry = z.looseObject({
  timestamp: z.string().optional(),
  agent_id: z.string().optional(),
  signal: z.string().nullable().optional(),
  summary: z.string().optional(),
  files_modified: z.array(z.string()).optional(),
});
const issue = z.looseObject({
  issue_id: z.string(),
  timestamp: z.string().optional(),
  status: z.string(),
  summary: z.string(),
  history_ref: z.array(z.string()).optional(),
});
const schema = z.looseObject({
  schema_version: z.string(),
  project_name: z.string(),
  autonomy_mode: z.string(),
  project_status: z.string(),
  system_signal: z.string(),
  project_manifest: z.looseObject({ epics: z.array(epic) }),
  history: z.array(entry),
  issue_log: z.array(issue),
});

export type Doc = z.infer<typeof schema>;
export type DocEntry = z.infer<typeof entry>;
export type DocStory = z.infer<typeof story>;

/** null: nobody could go on from it. */
export const docOf = (text: string | null | undefined): Doc | null => {
  if (text === null || text === undefined) return null;
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};
export const textOf = (doc: Doc): string => `${JSON.stringify(doc, null, 2)}\n`;
export const storyIn = (doc: Doc, id: string): DocStory | null =>
  doc.project_manifest.epics.flatMap(({ stories }) => stories).find((one) => one.story_id === id) ??
  null;
