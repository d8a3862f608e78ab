// Edits of context.json: each explorer's addition is its report, and none may remove another's.
import { joined } from "../../../core/admission.ts";
import { changed, derivedKey, extrasAsked, wrong } from "../../../core/edit-reading.ts";
import { type JsonNode, member, readJson } from "../../../core/json.ts";
import { isSame, type Part, partOf, textAt, textOf, wrongType } from "../../../core/part.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { readPart } from "../../../kit/edit-door.ts";
import * as t from "../../../kit/schema.ts";
import type { UltraworkCommands } from "../commands.ts";
import { context, contextFile, explorerEntry } from "../files/context.ts";
import { explorerPointer } from "../files/extras.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import type { State } from "../state.ts";
import { newExtras } from "./extras.ts";
import type { Ask, EditRead } from "./part.ts";
import { type Grown, grownList } from "./sealed.ts";

const explorerKeys = keysOf(explorerEntry);
const contextKeys = keysOf(context);

type Report = UltraworkCommands["RecordExploration"]["data"];
type Lists = Pick<Report, "key_files" | "patterns" | "constraints">;

const appended = (before: JsonNode, after: Part, name: keyof Lists | "explorers"): Grown =>
  grownList(member(before, name), partOf(after, name), after, {
    known: explorerKeys,
    code: "CONTEXT_SHRUNK",
    name,
    fits: "leave what stands there and add yours; an explorer's word is changed by nobody",
  });

const recorded = (data: Report, { pointer }: Part): Ask => ({
  command: { type: "RecordExploration", data },
  at: pointer,
  by: null,
});

const entryShape = t.open({
  id: t.text,
  hint: t.nullish(t.text),
  file: t.nullish(t.text),
  summary: t.text,
});

const reported = (entry: Part, lists: Lists): EditRead => {
  const found = readPart(entryShape, entry);
  if ("findings" in found) return found;
  const { id: explorer, hint, file, summary } = found.value;
  const hinted = typeof hint === "string" ? { hint } : {};
  return {
    rest: [
      recorded({ explorer, ...hinted, file: file ?? null, summary, ...lists }, entry),
      ...newExtras("context.json", explorerPointer(explorer), entry, explorerKeys),
    ],
  };
};

/** Derived from the reports, so a hand can't set it, but may anticipate the result. */
const derived = (before: JsonNode, after: Part): EditRead => ({
  then: [
    (state) => {
      const results = readJson(contextFile(state));
      return ["version", "expected_explorers", "exploration_complete"].flatMap((key) => {
        if (changed(before, after, key) === null) return [];
        if (!isRefusal(results) && isSame(member(results, key), partOf(after, key))) return [];
        return [derivedKey(after, key, "follows from the reports of the explorers")];
      });
    },
  ],
});

export const contextAsked = (state: State, before: JsonNode, after: Part): EditRead => {
  if (after.node.is !== "object") return wrong(wrongType(after, "an object"));
  const explorers = appended(before, after, "explorers");
  const more = {
    key_files: appended(before, after, "key_files"),
    patterns: appended(before, after, "patterns"),
    constraints: appended(before, after, "constraints"),
  };
  const textsOf = ({ added }: Grown) => added.flatMap(({ node }) => textOf(node) ?? []);
  const lists = {
    key_files: textsOf(more.key_files),
    patterns: textsOf(more.patterns),
    constraints: textsOf(more.constraints),
  };
  const isOne = explorers.added.length === 1;
  const none = { key_files: [], patterns: [], constraints: [] };
  // Lists that grow without a report, or next to several, belong to no explorer.
  const byHand = !isOne && Object.values(lists).flat().length > 0;
  return joined([
    { findings: explorers.findings },
    ...explorers.added.map((entry) => reported(entry, isOne ? lists : none)),
    ...explorers.kept.map(({ before: was, after: now }): EditRead => {
      const id = textAt(was, "id");
      if (id === null) return {};
      const pointer = explorerPointer(id);
      return extrasAsked(state, "context.json", was, now, explorerKeys, { pointer });
    }),
    byHand
      ? { rest: [recorded({ explorer: "hand", file: null, summary: "", ...lists }, after)] }
      : {},
    ...Object.values(more).map(({ added, findings }) => ({
      findings: [
        ...findings,
        ...added.flatMap((part) => (part.node.is === "string" ? [] : [wrongType(part, "a text")])),
      ],
    })),
    derived(before, after),
    extrasAsked(state, "context.json", before, after, contextKeys),
  ]);
};
