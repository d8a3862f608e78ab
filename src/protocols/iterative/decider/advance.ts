// Phases that end by themselves, where all is done and proved.
import * as event from "../events.ts";
import type { State } from "../state.ts";
import { allDone } from "../units.ts";
import type { Follow } from "./step.ts";

/** With every unit done the whole is judged; what is worked on anew is worked on in execute. After a skip a person's phase stands. */
export const advance: Follow = ({ phase, skipped, ...state }) => {
  if (skipped || (phase !== "execute" && phase !== "verify")) return [];
  const to = allDone(state) ? "verify" : "execute";
  return phase === to ? [] : [event.phaseEntered({ phase: to })];
};

/** The plan was approved, the rest is proof: then nobody needs to be asked. Gates that all pass on an empty tree prove nothing. */
const isProven = ({ settings, bypasses, final }: State): boolean =>
  settings.deliver === "auto" && bypasses.length === 0 && final.gated?.nothing !== true;

/** Reviewed and without a major issue. */
export const deliver =
  (tree: string | null): Follow =>
  (state) => [
    event.phaseEntered({ phase: "deliver" }),
    ...(isProven(state)
      ? ([event.deliveryApproved({ tree, reason: "", auto: true })] as const)
      : []),
  ];
