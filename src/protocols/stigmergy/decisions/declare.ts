// Decisions on the state of stigmergy. Its commands' types would import the jobs, which import these.
import { decisionsOn } from "../../../core/rules/decision.ts";
import type { Command } from "../../../core/protocol.ts";
import type { About } from "../jobs/about.ts";
import type { State } from "../state.ts";

export const decision = decisionsOn<State, About, Command>();
