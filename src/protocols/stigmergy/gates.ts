// Why: which gate waits is derived, so that rules, jobs and views can't disagree about it (specification, section 4, "gate").
import { ownOf } from "../../core/own.ts";
import { areTrivial, checksNow } from "./checks-of.ts";
import { windowOf } from "./manifest.ts";
import type { Gate, State } from "./state.ts";
import { storyGate } from "./window.ts";

/** A person has to be asked before it is passed. */
export const mustWait = (state: State, gate: "brief" | "blueprint" | "story"): boolean =>
  (state.autonomy === "supervised" && state.settings.gates.includes(gate)) || (gate === "blueprint" && areTrivial(checksNow(state)));

export const waitingGates = (state: State): readonly Gate[] => {
  if (state.halted !== null) return [];
  if (state.status === "NEEDS_BRIEFING") return state.parts.brief === null ? [] : ["brief"];
  if (state.status === "READY_FOR_EXECUTION") return ["blueprint"];
  if (state.status !== "EXECUTION_IN_PROGRESS") return [];
  const stories = windowOf(state).filter((story) => storyGate(state, story));
  return [...(state.checks === null ? (["blueprint"] as const) : []), ...stories.map(({ id }): Gate => `story:${id}`)];
};

/** The number of a gate's question. */
export const gateNumber = ({ refusals }: Pick<State, "refusals">, gate: Gate): number => (ownOf(refusals, gate) ?? 0) + 1;
