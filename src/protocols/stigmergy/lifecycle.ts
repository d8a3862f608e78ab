// Record of a refused edit of stigmergy's state file.
import { refusing } from "../../kit/lifecycle.ts";
import type { State } from "./state.ts";

export const { events, commands } = refusing<State>();
