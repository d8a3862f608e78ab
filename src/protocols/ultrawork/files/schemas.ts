// JSON Schemas of ultrawork's session files.
import { described, report } from "../../../kit/json-schema.ts";
import { document } from "../../../core/json-schema.ts";
import type { Described } from "../../../core/message.ts";
import {
  explorerShape,
  plannerShape,
  planShape,
  verifierShape,
  workerShape,
} from "../report/shapes.ts";
import { context } from "./context.ts";
import { schemaOf } from "../../../kit/document/keys-schema.ts";
import { session } from "./session.ts";
import { task } from "./tasks.ts";

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
  report("explorer", "What an explorer hands in.", explorerShape),
  report("planner", "What the planner hands in.", plannerShape),
  report("worker", "What a worker hands in.", workerShape),
  report("verifier", "What the verifier hands in.", verifierShape),
];
