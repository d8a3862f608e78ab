// Commands on the state of stigmergy, which lead to its events.
import { commandsOn } from "../../../kit/command.ts";
import type { StigmergyEvent } from "../events.ts";
import type { State } from "../state.ts";

export const { answering, command, opener } = commandsOn<State, StigmergyEvent>();
