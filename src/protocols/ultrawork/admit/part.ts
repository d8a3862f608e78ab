// Why: what an edit of a session's files asks, in the words that all its readers share.
import type { Asked, Reading } from "../../../core/admission.ts";
import type { UltraworkCommand } from "../commands.ts";
import type { State } from "../state.ts";

export type Ask = Asked<UltraworkCommand>;
export type Read = Partial<Reading<State, UltraworkCommand>>;
