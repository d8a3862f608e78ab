// Resuming and archiving of the player's runs, and the record of a refused edit.
import { archiving, pausing, refusing } from "../../kit/lifecycle.ts";
import { life } from "./ended.ts";
import type { State } from "./state.ts";

export const runs = { life, word: ({ status }: State) => status, by: ["file"] } as const;

/** The player has its own pause. */
const {
  events: { runResumed },
  commands: { resume },
} = pausing<State>(runs, (state, paused) => ({ ...state, status: paused ? "paused" : "running" }));
const archive = archiving<State>(runs, (state, archived) => ({ ...state, archived }));
const refuse = refusing<State>();

export const events = { runResumed, ...archive.events, ...refuse.events };
export const commands = { resume, ...archive.commands, ...refuse.commands };
