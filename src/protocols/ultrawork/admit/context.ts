// Why: explorers write into one file side by side; what each adds is its report, and nobody takes away another's.
import { joined } from "../../../core/admission.ts";
import { pairLists } from "../../../core/difference.ts";
import { type JsonNode, member, readJson } from "../../../core/json.ts";
import {
  finding,
  isSame,
  itemsOf,
  meaning,
  missing,
  type Part,
  partOf,
  textAt,
  wrongType,
} from "../../../core/part.ts";
import { isRefusal, type Refusal } from "../../../core/refusal.ts";
import { explorerPointer } from "../files/extras.ts";
import { contextFile } from "../files/session.ts";
import type { State } from "../state.ts";
import { extrasAsked, newExtras } from "./extras.ts";
import type { Ask, Read } from "./part.ts";

const listKeys = ["key_files", "patterns", "constraints"] as const;
const knownKeys: ReadonlySet<string> = new Set([
  "version",
  "expected_explorers",
  "exploration_complete",
  "explorers",
  ...listKeys,
]);
const explorerKeys: ReadonlySet<string> = new Set(["id", "hint", "file", "summary"]);

const shrunk = (part: Part, text: string): Refusal =>
  finding(
    part,
    "CONTEXT_SHRUNK",
    text,
    "leave what stands there and add yours; an explorer's word is changed by nobody",
  );

type Lists = { readonly [K in (typeof listKeys)[number]]: readonly string[] };

/** What the lists have more than before. */
const moreOf = (
  before: JsonNode,
  after: Part,
): { readonly lists: Lists; readonly findings: readonly Refusal[] } => {
  const findings: Refusal[] = [];
  const more = (key: (typeof listKeys)[number]): readonly string[] => {
    const part = partOf(after, key);
    if (isSame(member(before, key), part)) return [];
    if (part === null) {
      findings.push(shrunk(after, `the list ${key} is gone`));
      return [];
    }
    const wrong =
      part.node.is === "array" ? itemsOf(part).find(({ node }) => node.is !== "string") : part;
    if (wrong !== undefined) {
      findings.push(wrongType(wrong, wrong === part ? "a list of texts" : "a text"));
      return [];
    }
    const old = member(before, key);
    const oldKeys = (old?.is === "array" ? old.items : []).map(meaning);
    const items = itemsOf(part);
    const { changed, added, gone, moved } = pairLists(
      oldKeys,
      items.map(({ node }) => meaning(node)),
    );
    if (changed.length + gone.length > 0 || moved !== null)
      findings.push(shrunk(part, `${key} lost or changed an entry`));
    return added.flatMap((index) =>
      items[index]?.node.is === "string" ? [items[index].node.value] : [],
    );
  };
  return {
    lists: {
      key_files: more("key_files"),
      patterns: more("patterns"),
      constraints: more("constraints"),
    },
    findings,
  };
};

const textOrNull = (part: Part, key: string): string | null | Refusal => {
  const found = partOf(part, key);
  if (found === null || found.node.is === "null") return null;
  return found.node.is === "string" ? found.node.value : wrongType(found, "a text");
};

const reported = (
  entry: Part,
  lists: Lists,
): { readonly asked: readonly Ask[]; readonly findings: readonly Refusal[] } => {
  if (entry.node.is !== "object")
    return { asked: [], findings: [wrongType(entry, "an object {id, hint, file, summary}")] };
  const explorer = textAt(entry.node, "id");
  const [hint, file, summary] = [
    textOrNull(entry, "hint"),
    textOrNull(entry, "file"),
    textOrNull(entry, "summary"),
  ];
  const findings = [
    ...[hint, file, summary].filter((one) => isRefusal(one)),
    ...(explorer === null ? [missing(entry, "id", "the explorer's id")] : []),
    ...(summary === null ? [missing(entry, "summary", "what it found, in a few sentences")] : []),
  ];
  if (
    explorer === null ||
    summary === null ||
    isRefusal(hint) ||
    isRefusal(file) ||
    isRefusal(summary)
  )
    return { asked: [], findings };
  const data = { explorer, ...(hint === null ? {} : { hint }), file, summary, ...lists };
  return {
    asked: [
      { command: { type: "RecordExploration", data }, at: entry.pointer, by: null },
      ...newExtras("context.json", explorerPointer(explorer), entry, explorerKeys),
    ],
    findings,
  };
};

const explorersAsked = (
  state: State,
  before: JsonNode,
  after: Part,
  lists: Lists,
): { readonly read: Read; readonly reported: number } => {
  const part = partOf(after, "explorers");
  const old = member(before, "explorers");
  const olds = old?.is === "array" ? old.items : [];
  if (part !== null && part.node.is !== "array")
    return { read: { findings: [wrongType(part, "a list of explorers")] }, reported: 0 };
  const items = itemsOf(part);
  const said = (node: JsonNode): string =>
    [...explorerKeys].map((key) => meaning(member(node, key))).join("\n");
  const { kept, changed, added, gone, moved } = pairLists(
    olds.map(said),
    items.map(({ node }) => said(node)),
  );
  const place = part ?? after;
  const findings = [
    ...changed
      .slice(0, 5)
      .map(([, to]) => shrunk(items[to] ?? place, "an explorer's report was changed")),
    ...(gone.length === 0
      ? []
      : [shrunk(place, `${gone.length} of ${olds.length} explorers' reports are gone`)]),
    ...(moved === null
      ? []
      : [shrunk(items[moved] ?? place, "an explorer's report stands elsewhere than before")]),
  ];
  const empty: Lists = { key_files: [], patterns: [], constraints: [] };
  const reports = added.map((index) =>
    reported(items[index] ?? place, added.length === 1 ? lists : empty),
  );
  const extras = kept.map(([from, to]) => {
    const [was, now] = [olds[from], items[to]];
    const id = was === undefined ? null : textAt(was, "id");
    if (was === undefined || now === undefined || id === null) return {};
    return extrasAsked(
      state,
      { file: "context.json", pointer: explorerPointer(id) },
      was,
      now,
      explorerKeys,
    );
  });
  return {
    read: joined([
      {
        rest: reports.flatMap(({ asked }) => asked),
        findings: [...findings, ...reports.flatMap((one) => one.findings)],
      },
      ...extras,
    ]),
    reported: added.length,
  };
};

/** What follows from the reports is no word of a hand's, but a hand may see it coming. */
const derived = (before: JsonNode, after: Part): Read => ({
  then: [
    (state) => {
      const results = readJson(contextFile(state));
      return ["version", "expected_explorers", "exploration_complete"].flatMap((key) => {
        const part = partOf(after, key);
        if (isSame(member(before, key), part)) return [];
        if (part === null) return [missing(after, key, "leave it as it stands")];
        if (!isRefusal(results) && isSame(member(results, key), part)) return [];
        return [
          finding(
            part,
            "FIELD_DERIVED",
            `${key} follows from the reports of the explorers`,
            "leave it as it stands",
          ),
        ];
      });
    },
  ],
});

export const contextAsked = (state: State, before: JsonNode, after: Part): Read => {
  if (after.node.is !== "object") return { findings: [wrongType(after, "an object")] };
  const { lists, findings } = moreOf(before, after);
  const { read, reported: count } = explorersAsked(state, before, after, lists);
  const more = listKeys.some((key) => lists[key].length > 0);
  // Lists that grow by themselves, or beside several reports, are nobody's in particular.
  const byHand: Read =
    more && count !== 1
      ? {
          rest: [
            {
              command: {
                type: "RecordExploration",
                data: { explorer: "hand", file: null, summary: "", ...lists },
              },
              at: after.pointer,
              by: null,
            },
          ],
        }
      : {};
  return joined([
    read,
    byHand,
    { findings },
    derived(before, after),
    extrasAsked(state, { file: "context.json", pointer: "" }, before, after, knownKeys),
  ]);
};
