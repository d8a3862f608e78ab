// Commands on the state of the player, which lead to its events.
import { commandsOn } from "../../../kit/command.ts";
import type { PlayerEvent } from "../events.ts";
import type { State } from "../state.ts";

export const { answering, command, opener } = commandsOn<State, PlayerEvent>();
