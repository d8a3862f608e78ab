// Pausing and archiving of ultrawork's runs, and records of refused edits and unknown keys.
import { unlessArchived } from "../../core/frame.ts";
import { extrasSize } from "../../core/unknown-keys.ts";
import { keepingExtras } from "../../kit/extras.ts";
import { archiving, pausing, refusing } from "../../kit/lifecycle.ts";
import { life } from "./ended.ts";
import { extrasLimit } from "./limits.ts";
import { oversized } from "./plan/read.ts";
import { unknownKeys } from "./shapes.ts";
import type { State } from "./state.ts";

const runs = { life, word: ({ phase }: State) => `in ${phase}` };

const pause = pausing<State>(runs, (state, paused) => ({ ...state, paused }));
const archive = archiving<State>(runs, (state, archived) => ({ ...state, archived }));
const refuse = refusing<State>();
const keep = keepingExtras<State>({
  when: unlessArchived,
  none: null,
  value: unknownKeys,
  refused: (_kept, { pointer, entries }) => {
    const what = "the text of one object's unknown keys";
    return oversized(what, extrasSize(entries), extrasLimit, pointer)[0] ?? null;
  },
});

export const events = { ...pause.events, ...archive.events, ...refuse.events, ...keep.events };
export const commands = {
  ...pause.commands,
  ...archive.commands,
  ...refuse.commands,
  ...keep.commands,
};
