// Commands on the state of ultrawork, which lead to its events.
import { commandsOn } from "../../../kit/command.ts";
import type { UltraworkEvent } from "../events.ts";
import type { State } from "../state.ts";

export const { command, opener } = commandsOn<State, UltraworkEvent>();
