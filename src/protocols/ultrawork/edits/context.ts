// Edits of context.json: what they add is an explorer's report, and none takes out another's word.
import { joined } from "../../../core/admission.ts";
import { extrasAsked } from "../../../core/edit-reading.ts";
import { unknownOf } from "../../../core/extras.ts";
import type { JsonNode } from "../../../core/json.ts";
import { type Part, textAt, textOf, wrongType } from "../../../core/part.ts";
import type { Command } from "../../../core/protocol.ts";
import {
  type Asked,
  beside,
  claim,
  grows,
  inObject,
  type KeyEdit,
  type Opened,
} from "../../../kit/document/edits.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { readPart } from "../../../kit/edit-door.ts";
import * as t from "../../../kit/schema.ts";
import type { Work } from "../../../work/work.ts";
import { context, explorerEntry } from "../documents/context.ts";
import { explorerPointer } from "../documents/pointers.ts";
import { byHand } from "../explore.ts";

const file = "context.json";
const explorerKeys = keysOf(explorerEntry);
const lists = ["key_files", "patterns", "constraints"] as const;
const entryShape = t.open({
  id: t.text,
  hint: t.nullish(t.text),
  file: t.nullish(t.text),
  summary: t.text,
});
/** Of lists that grow without a report, or beside several: nobody's, so that none is taken for the author. */
const loose = { explorer: byHand, file: null, summary: "" };
type Gained = { readonly [K in (typeof lists)[number]]: string[] };
const nothing = (): Gained => ({ key_files: [], patterns: [], constraints: [] });
const recording = (data: object, gained: Gained): Command => ({
  type: "RecordExploration",
  data: { ...data, ...gained },
});

const reported = (entry: Part, gained: Gained): Asked<Work> => {
  const found = readPart(entryShape, entry);
  if ("findings" in found) return { findings: found.findings };
  const { id: explorer, hint, file: note = null, summary } = found.value;
  const hinted = typeof hint === "string" ? { hint } : {};
  const record = recording({ explorer, ...hinted, file: note, summary }, gained);
  const value = unknownOf(entry, explorerKeys);
  const keep = { type: "KeepExtras", data: { file, pointer: explorerPointer(explorer), value } };
  return claim(entry, null, record, ...(value.length === 0 ? [] : [keep]));
};

export const contextAsked = (state: Work, { was, now }: Opened): Asked<Work> => {
  const entries: Part[] = [];
  const gained = nothing();
  const grown = (key: (typeof lists)[number]): KeyEdit<Work> =>
    grows({
      known: new Set(),
      says: [],
      added(entry) {
        const text = textOf(entry.node);
        if (text === null) return { findings: [wrongType(entry, "a text")] };
        gained[key].push(text);
        return {};
      },
    });
  const explorers = grows<Work>({
    known: explorerKeys,
    says: [...explorerKeys],
    added(entry) {
      entries.push(entry);
      return {};
    },
    kept(entry: JsonNode, after) {
      const pointer = explorerPointer(textAt(entry, "id") ?? "");
      return extrasAsked(state, file, entry, after, explorerKeys, { pointer });
    },
  });
  const asked = inObject<Work>(
    state,
    context,
    {
      expected_explorers: beside,
      exploration_complete: beside,
      explorers,
      ...Object.fromEntries(lists.map((key) => [key, grown(key)])),
    },
    { file, pointer: "" },
    was,
    now,
  );
  const isOne = entries.length === 1;
  const isLoose = !isOne && lists.some((key) => gained[key].length > 0);
  return joined<Work, Command>([
    asked,
    ...entries.map((entry) => reported(entry, isOne ? gained : nothing())),
    isLoose ? claim(now, null, recording(loose, gained)) : {},
  ]);
};
