// Phases that end by themselves, where all is done and proved.
import * as event from "../events.ts";
import type { State } from "../state.ts";
import { allDone } from "../units.ts";
import type { Follow } from "./step.ts";

/** Moves to verify once all units are done, and back to execute for rework. After a skip, the phase chosen by a person stays. */
export const advance: Follow = ({ phase, skipped, ...state }) => {
  if (skipped || (phase !== "execute" && phase !== "verify")) return [];
  const to = allDone(state) ? "verify" : "execute";
  return phase === to ? [] : [event.phaseEntered({ phase: to })];
};

/** With an approved plan and complete proof, no person has to be asked. Gates that also pass on an empty tree prove nothing. */
const isProven = ({ settings, bypasses, final }: State): boolean =>
  settings.deliver === "auto" && bypasses.length === 0 && final.gated?.nothing !== true;

/** Reviewed without a major issue. */
export const deliver =
  (tree: string | null): Follow =>
  (state) => [
    event.phaseEntered({ phase: "deliver" }),
    ...(isProven(state)
      ? ([event.deliveryApproved({ tree, reason: "", auto: true })] as const)
      : []),
  ];
