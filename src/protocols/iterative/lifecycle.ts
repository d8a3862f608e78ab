// Pausing of iterative's runs, and the record of a refused edit.
import { pausing, refusing } from "../../kit/lifecycle.ts";
import { life } from "./ended.ts";
import type { State } from "./state.ts";

const pause = pausing<State>({ life }, (state, paused) => ({ ...state, paused }));
const refuse = refusing<State>();

export const events = { ...pause.events, ...refuse.events };
export const commands = { ...pause.commands, ...refuse.commands };
