// Edits of context.json: what they add is an explorer's report, and none takes out another's word.
import { type Part, textAt } from "../../../kit/document/part.ts";
import {
  all,
  asked,
  type Asked,
  beside,
  claim,
  grows,
  inObject,
  type KeyEdit,
  type Opened,
  unknownKeys,
} from "../../../kit/document/edits.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import * as t from "../../../kit/schema.ts";
import type { Work } from "../../../work/work.ts";
import { context, explorerEntry, explorerPointer } from "../documents/context.ts";
import { explorationFields, listEntries } from "../explore.ts";
import { byHand, listKeys, type Lists, noLists } from "../own.ts";

const file = "context.json";
const explorerKeys = keysOf(explorerEntry);
const { explorer: name, file: note, summary } = explorationFields;
const entryShape = t.open({ id: name, hint: t.unset(t.text), file: note, summary });

const recorded = (state: Work, entry: Part, lists: Lists): Asked<Work> =>
  asked(entryShape, entry, ({ id: explorer, ...said }) => {
    const data = { explorer, ...said, ...lists };
    const place = { file, pointer: explorerPointer(explorer) };
    const { rest: claims = [] } = unknownKeys(state, place, explorerKeys, null, entry);
    return all<Work>(claim(entry, null, { type: "RecordExploration", data }), { claims });
  });

export const contextAsked = (state: Work, { was, now }: Opened): Asked<Work> => {
  const entries: Part[] = [];
  const gained: Record<keyof Lists, string[]> = { key_files: [], patterns: [], constraints: [] };
  const grown = (key: keyof Lists): KeyEdit<Work> =>
    grows(state, {
      added: (entry) =>
        asked(listEntries[key], entry, (text) => {
          gained[key].push(text);
          return {};
        }),
    });
  const explorers = grows(state, {
    known: explorerKeys,
    says: [...explorerKeys],
    added(entry) {
      entries.push(entry);
      return {};
    },
    place: ({ node }) => ({ file, pointer: explorerPointer(textAt(node, "id") ?? "") }),
  });
  const edits = {
    expected_explorers: beside,
    exploration_complete: beside,
    explorers,
    ...Object.fromEntries(listKeys.map((key) => [key, grown(key)])),
  };
  const rest = inObject<Work>(state, context, edits, { file, pointer: "" }, was, now);
  // Lists aren't signed: they are the first explorer's, as in a folder that is found.
  const data = { explorer: byHand, file: null, summary: "", ...gained };
  const isLoose = entries.length === 0 && listKeys.some((key) => gained[key].length > 0);
  return all(
    rest,
    ...entries.map((entry, at) => recorded(state, entry, at === 0 ? gained : noLists)),
    isLoose ? claim(now, null, { type: "RecordExploration", data }) : {},
  );
};
