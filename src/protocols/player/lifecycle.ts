// Resuming and archiving of the player's runs, and records of refused edits and unknown keys.
import { always } from "../../core/rules/frame.ts";
import { oversized } from "../../core/rules/reason.ts";
import { sizeOfAll } from "../../kit/document/unknown-keys.ts";
import { keepingExtras } from "../../kit/extras.ts";
import { archiving, pausing, refusing } from "../../kit/lifecycle.ts";
import { life } from "./ended.ts";
import { extrasLimit } from "./limits.ts";
import type { State } from "./state.ts";

export const runs = { life, word: ({ status }: State) => status, by: ["file"] } as const;

/** The player has its own pause. */
const {
  events: { runResumed },
  commands: { resume },
} = pausing<State>(runs, (state, paused) => ({ ...state, status: paused ? "paused" : "running" }));
const archive = archiving<State>(runs, (state, archived) => ({ ...state, archived }));
const refuse = refusing<State>();
const keep = keepingExtras<State>({
  when: always,
  none: [],
  refused: (kept, { pointer }) =>
    oversized("the text of all unknown keys", sizeOfAll(kept), extrasLimit, pointer),
});

export const events = { runResumed, ...archive.events, ...refuse.events, ...keep.events };
export const commands = { resume, ...archive.commands, ...refuse.commands, ...keep.commands };
