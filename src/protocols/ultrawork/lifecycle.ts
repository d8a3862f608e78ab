// Pausing and archiving of ultrawork's runs, and the record of a refused edit.
import { archiving, pausing, refusing } from "../../kit/lifecycle.ts";
import { life } from "./ended.ts";
import type { State } from "./state.ts";

const runs = { life, word: ({ phase }: State) => `in ${phase}` };

const pause = pausing<State>(runs, (state, paused) => ({ ...state, paused }));
const archive = archiving<State>(runs, (state, archived) => ({ ...state, archived }));
const refuse = refusing<State>();

export const events = { ...pause.events, ...archive.events, ...refuse.events };
export const commands = { ...pause.commands, ...archive.commands, ...refuse.commands };
