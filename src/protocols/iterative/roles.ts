// Why: who will be needed from here to the end is known from the start, so that nobody is missed hours later.
import type { Role } from "../../core/view.ts";
import { interviews, plans } from "./jobs/desks.ts";
import type { State } from "./state.ts";

/** Units that may still come count as well: the review may find any. */
export const roles = (state: State): readonly Role[] => {
  if (state.ended !== null) return [];
  const { phase, settings, mode } = state;
  const early = phase === "discover" || phase === "plan";
  const tests = mode === "development" && settings.test_pass === "auto" && state.domain !== "refactor";
  return [
    ...(phase === "discover" && interviews(state) ? [{ name: "interviewer" }] : []),
    ...(early && plans(state) ? [{ name: "planner" }] : []),
    { name: "worker" },
    ...(tests ? [{ name: "tester" }] : []),
    { name: "verifier" },
    { name: "reviewer" },
  ];
};
