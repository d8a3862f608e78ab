// How a refused edit of a state file of stigmergy is recorded.
import { refusing } from "../../kit/lifecycle.ts";
import type { State } from "./state.ts";

export const { events, commands } = refusing<State>();
