// JSON Schemas of ultrawork's session files and of its plan.
import { document } from "../../core/json-schema.ts";
import type { Described } from "../../core/message.ts";
import { schemaOf } from "../../kit/document/keys-schema.ts";
import { described } from "../../kit/json-schema.ts";
import { context } from "./documents/context.ts";
import { session } from "./documents/session.ts";
import { task } from "./documents/task.ts";
import { plan } from "./plan.ts";

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
  described("document", "plan", "A plan as `--plan` and ProposePlan take it.", plan.shape),
];
