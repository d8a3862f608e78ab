// Preview of an iterative run before its start: agent of each role, gates, workers, delivery.
import { oneLine } from "../../core/words/quote.ts";
import { roles } from "./roles.ts";
import type { State } from "./state.ts";

/** Describes what a run started now would do. */
export const preview = (state: State, agentFor: (role: string) => string | null): string => {
  const { settings } = state;
  const gates = settings.gates.map(
    ({ name, argv }) => `  gate ${name}: ${oneLine(argv.join(" "))}`,
  );
  return [
    `${state.slug}, ${state.mode}, ${state.domain}: ${oneLine(state.request)}`,
    ...roles(state)
      .filter(({ program }) => program === undefined)
      .map(({ name }) => `  ${name}: ${agentFor(name) ?? "nobody yet"}`),
    ...(settings.interviewer === "hand" ? ["  interviewer: you fill brief.md"] : []),
    ...(settings.planner === "agent"
      ? []
      : [
          `  planner: ${settings.planner === "hand" ? "you fill the plan file" : "the domain's template"}`,
        ]),
    ...(gates.length === 0 ? ["  no gate configured"] : gates),
    `  workers ${settings.workers}, commits ${settings.commits}, delivery ${settings.deliver === "auto" ? "by itself where all is proved" : "asks you"}`,
  ].join("\n");
};
