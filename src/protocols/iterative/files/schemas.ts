// JSON Schema of state.json, for other programs.
import { document, earlier } from "../../../core/json/schema.ts";
import type { Described } from "../../../core/message.ts";
import type { Keys } from "../../../kit/document/keys.ts";
import { schemaOf } from "../../../kit/document/keys-schema.ts";
import type { State } from "../state.ts";
import { run } from "./state-file.ts";

const without = (...names: readonly string[]): Keys<State> =>
  Object.fromEntries(Object.entries(run.keys).filter(([key]) => !names.includes(key)));
const [need, , shown] = run.keys.mode;
const development = {
  ...without("domain", "current_phase", "phases"),
  mode: [need, { text: earlier({ const: "development" }, { const: "dev" }) }, shown],
} satisfies Keys<State>;
const knowledge = without("current_task", "tasks", "commits");

export const fileSchemas: readonly Described[] = [
  document(
    "state.json",
    "A run: its mode and phase, and where each task (development) or phase (knowledge) stands.",
    { type: "object", anyOf: [development, knowledge].map((keys) => schemaOf({ ...run, keys })) },
  ),
];
