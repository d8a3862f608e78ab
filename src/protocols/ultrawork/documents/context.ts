// The keys of context.json: what the explorers found.
import { pointTo } from "../../../core/json/json.ts";
import { printed } from "../../../kit/json/print.ts";
import { withUnknown } from "../../../kit/document/unknown-keys.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import type { Work } from "../../../work/work.ts";
import { type Finding, type Lists, ownOf } from "../own.ts";
import { explorers } from "../phase.ts";

/** An adopted file gets a key that it lacks once that has content. */
const unlessEmpty = (state: Work, key: string, list: readonly string[]) =>
  state.adopted !== null && list.length === 0 && ownOf(state).context?.includes(key) !== true
    ? undefined
    : list;
/** In first-seen order. */
const union = (state: Work, key: keyof Lists) =>
  unlessEmpty(state, key, [...new Set(ownOf(state).findings.flatMap((finding) => finding[key]))]);
const expected = (state: Work) =>
  unlessEmpty(
    state,
    "expected_explorers",
    explorers(state).map(({ id }) => id),
  );
const isComplete = (state: Work): boolean => {
  const found = new Set(ownOf(state).findings.map(({ explorer }) => explorer));
  return explorers(state).every(({ id }) => found.has(id));
};

/** By name, because indexes change with insertions. */
export const explorerPointer = (id: string): string => pointTo("/explorers", id);
export const explorerEntry = objectOf<Finding>()("an explorer must be an object; it is left out", {
  id: ["must", "text", ({ explorer }) => explorer],
  hint: ["may", "text", ({ hint }) => hint],
  file: ["may", "text or null", ({ file }) => file],
  summary: ["must", "text", ({ summary }) => summary],
});

export const context = objectOf<Work>()("context.json must hold an object", {
  version: ["may", "text", () => "2.1"],
  expected_explorers: ["may", "texts", expected],
  exploration_complete: ["may", "flag", (state) => expected(state) && isComplete(state)],
  explorers: [
    "must",
    { list: explorerEntry, by: "id" },
    (state, object) =>
      ownOf(state).findings.map((found) =>
        explorerEntry.written(found, object, explorerPointer(found.explorer)),
      ),
  ],
  key_files: ["may", "texts", (state) => union(state, "key_files")],
  patterns: ["may", "texts", (state) => union(state, "patterns")],
  constraints: ["may", "texts", (state) => union(state, "constraints")],
});

export const contextFile = (state: Work): string =>
  printed(context.written(state, withUnknown(state.extras, "context.json"), ""));
