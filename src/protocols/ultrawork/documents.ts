// The documents of a session's folder: their texts, and their JSON Schemas. Free documents and other files stay alone.
import { document } from "../../core/json/schema.ts";
import type { Described } from "../../core/message.ts";
import { refusedFile, refusedText } from "../../kit/edits/refused-edit.ts";
import type { Path } from "../../core/row.ts";
import { schemaOf } from "../../kit/document/keys-schema.ts";
import { described } from "../../kit/json-schema.ts";
import type { Work } from "../../work/work.ts";
import { context, contextFile } from "./documents/context.ts";
import type { Log } from "./documents/log.ts";
import { session, sessionFile } from "./documents/session.ts";
import { task, taskFiles } from "./documents/task.ts";
import { planShape } from "./plan-read.ts";

export const write = (state: Work, log: Log): Readonly<Record<Path, string>> => ({
  "session.json": sessionFile(state, log),
  ...taskFiles(state, log),
  "context.json": contextFile(state),
  ...(state.refused === null ? {} : { [refusedFile]: refusedText(state.run, state.refused) }),
});

export const fileSchemas: readonly Described[] = [
  document(
    "session.json",
    "The whole session: goal, phase, tasks, evidence log.",
    schemaOf(session),
  ),
  document(
    "tasks/<id>.json",
    "One task with its criteria and evidence; verify.json is the last.",
    schemaOf(task),
  ),
  document("context.json", "What the explorers found.", schemaOf(context)),
  described("document", "plan", "A plan as `--plan` and ProposePlan take it.", planShape),
];
