// Commands on the state of iterative, which lead to its events.
import { commandsOn } from "../../../kit/command.ts";
import type { IterativeEvent } from "../events.ts";
import type { State } from "../state.ts";

export const { answering, command, opener } = commandsOn<State, IterativeEvent>();
