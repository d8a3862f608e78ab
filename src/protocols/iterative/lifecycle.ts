// Pausing of iterative's runs, and records of refused edits and unknown keys.
import { always } from "../../core/rules/frame.ts";
import { oversized } from "../../core/rules/reason.ts";
import { sizeOfAll } from "../../kit/document/unknown-keys.ts";
import { keepingExtras } from "../../kit/extras.ts";
import { pausing, refusing } from "../../kit/lifecycle.ts";
import { life } from "./ended.ts";
import { extrasLimit } from "./limits.ts";
import type { State } from "./state.ts";

const pause = pausing<State>({ life }, (state, paused) => ({ ...state, paused }));
const refuse = refusing<State>();
const keep = keepingExtras<State>({
  when: always,
  none: [],
  refused: (kept, { file, pointer }) => {
    const size = sizeOfAll(kept.filter((one) => one.file === file));
    return oversized(`what ${file} holds beside its own`, size, extrasLimit, pointer);
  },
});

export const events = { ...pause.events, ...refuse.events, ...keep.events };
export const commands = { ...pause.commands, ...refuse.commands, ...keep.commands };
