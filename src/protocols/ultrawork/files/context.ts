// The keys of context.json: what the explorers found.
import { withUnknown } from "../../../core/unknown-keys.ts";
import { printed } from "../../../core/print.ts";
import type { State } from "../state.ts";
import { explorerPointer } from "./extras.ts";
import { objectOf } from "../../../kit/document/keys.ts";

const union = (
  { findings }: State,
  key: "keyFiles" | "patterns" | "constraints",
): readonly string[] => [...new Set(findings.flatMap((finding) => finding[key]))];
const expected = ({ explorers }: State) =>
  Object.values(explorers).filter(({ status }) => status !== "extra");

export const explorerEntry = objectOf<State["findings"][number]>()(
  "an explorer must be an object; it is left out",
  {
    id: ["must", "text", ({ explorer }) => explorer],
    hint: ["may", "text", ({ hint }) => hint],
    file: ["may", "text or null", ({ file }) => file],
    summary: ["must", "text", ({ summary }) => summary],
  },
);

export const context = objectOf<State>()("context.json must hold an object", {
  version: ["may", "text", () => "2.1"],
  expected_explorers: ["may", "texts", (state) => expected(state).map(({ id }) => id)],
  exploration_complete: [
    "may",
    "flag",
    (state) => expected(state).every(({ status }) => status === "recorded"),
  ],
  explorers: [
    "must",
    { list: explorerEntry },
    ({ findings }, object) =>
      findings.map((found) =>
        explorerEntry.written(found, object, explorerPointer(found.explorer)),
      ),
  ],
  key_files: ["may", "texts", (state) => union(state, "keyFiles")],
  patterns: ["may", "texts", (state) => union(state, "patterns")],
  constraints: ["may", "texts", (state) => union(state, "constraints")],
});

export const contextFile = (state: State): string =>
  printed(context.written(state, withUnknown(state.extras, "context.json"), ""));
