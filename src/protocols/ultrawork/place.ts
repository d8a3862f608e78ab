// Why: where a run's folder lies follows from what its start fixed, and from whether it was archived since.
import type { Path } from "../../core/row.ts";
import type { State } from "./state.ts";

/** `~` stays unexpanded, so that an export fits another machine. */
export const place = (state: Pick<State, "home" | "team" | "session" | "archived">): Path =>
  `${state.home}/${state.team}/${state.archived ? "archive" : "sessions"}/${state.session}`;
