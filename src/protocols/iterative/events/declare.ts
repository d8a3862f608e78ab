// Events on the state of iterative.
import { eventsOn } from "../../../kit/event.ts";
import type { State } from "../state.ts";

export const { event, opening } = eventsOn<State>();
