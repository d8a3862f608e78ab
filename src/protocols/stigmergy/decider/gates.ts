// Gates that pass by rule without a person, and the files that they pin.
import * as event from "../events.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { checksNow } from "../checks-of.ts";
import { entry } from "../entries.ts";
import { mustWait, waitingGates } from "../gates.ts";
import { allDocs, storyIn } from "../manifest.ts";
import type { StigmergyEvents } from "../events.ts";
import { saul } from "../roster.ts";
import type { Gate, State } from "../state.ts";
import { workOf } from "../subjects.ts";
import { completion } from "./completion.ts";
import { chain, type Events, type Follow } from "./step.ts";

type Passed = StigmergyEvents["GatePassed"]["data"];

/** History signal for each kind of gate. */
export const signals = {
  brief: "BRIEF_APPROVED",
  blueprint: "EXECUTION_APPROVED",
  story: "STORY_APPROVED",
} as const;
export const kindOf = (gate: Gate): keyof typeof signals =>
  gate === "brief" || gate === "blueprint" ? gate : "story";
export const nameOf = (gate: Gate): string => {
  const story = workOf(gate);
  return story === null ? `The ${gate}` : `Story ${story}`;
};

export type Pins = Pick<Passed, "docs" | "checks" | "criteria" | "missing">;
/** The files and checks that the gate covers, as the run knows them. */
export const currentPins = (state: State, gate: Gate): Pins => {
  if (gate === "blueprint")
    return { docs: allDocs(state.parts), checks: checksNow(state), criteria: null };
  if (gate === "brief") return { docs: state.parts.brief ?? {}, checks: null, criteria: null };
  const story = storyIn(state, workOf(gate) ?? "");
  return {
    docs: story?.file === null || story === null ? {} : { [story.file.path]: story.file.digest },
    checks: null,
    criteria: story?.criteria ?? [],
  };
};

/** This gate may have been the last obstacle to completing stories of an adopted project. */
export const passed = (state: State, stamp: Stamp, data: Passed): Events =>
  chain(state, stamp, [() => [event.gatePassed(data)], completion]);

/** Passes the gate automatically if no person has to be asked. */
export const gateStep =
  (gate: Gate): Follow =>
  (state, stamp) => {
    if (!isDue(state, gate) || mustWait(state, kindOf(gate))) return [];
    const marked = entry(
      state,
      stamp,
      saul,
      signals[kindOf(gate)],
      `${nameOf(gate)} is passed: system approval.`,
    );
    return passed(state, stamp, {
      gate,
      note: "",
      without_checks: false,
      ...currentPins(state, gate),
      by: saul,
      entry: marked,
    });
  };

/** The gate is due, whether or not a person has to be asked. */
export const isDue = (state: State, gate: Gate): boolean => {
  if (gate === "brief" || gate === "blueprint") return waitingGates(state).includes(gate);
  const story = storyIn(state, workOf(gate) ?? "");
  return (
    state.status === "EXECUTION_IN_PROGRESS" &&
    story !== null &&
    story.status === "PENDING" &&
    story.file !== null &&
    !story.approved
  );
};
