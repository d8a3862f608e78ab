// JSON Schemas of the session's files, for other programs.
import { document } from "../../../core/json/schema.ts";
import type { Described } from "../../../core/message.ts";
import { schemaOf } from "../../../kit/document/keys-schema.ts";
import { checkpoint, session } from "./session.ts";

export const fileSchemas: readonly Described[] = [
  document(
    "session-state.json",
    "A run: its context, plan, and the state of each node.",
    schemaOf(session),
  ),
  document(
    "checkpoints/<id>.json",
    "What a checkpoint saved: context and the states of all nodes.",
    schemaOf(checkpoint),
  ),
];
