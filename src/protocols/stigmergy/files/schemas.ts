// JSON Schemas of the stigmergy state file.
import { described } from "../../../kit/json-schema.ts";
import type { Described } from "../../../core/message.ts";
import { state } from "./form.ts";

export const fileSchemas: readonly Described[] = [
  described(
    "document",
    "state.json",
    "A project: its mode and status, the manifest of epics and stories, the history of all that was done, and its issues.",
    state,
  ),
];
