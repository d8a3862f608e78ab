// Answers that fit a stuck unit, by why it is stuck.
import type { Of } from "../../../kit/schema.ts";
import type { unitOption } from "../shapes.ts";
import type { StuckKind } from "../state.ts";

export type UnitOption = Of<typeof unitOption>;

const last = ["skip", "drop"] as const;
export const optionsFor: Readonly<Record<StuckKind, readonly UnitOption[]>> = {
  blocked: ["unblock", "simplify", "step-in", ...last],
  timeout: ["raise", "simplify", "step-in", ...last],
  unsettled: ["again", "simplify", "step-in", "accept", ...last],
  unverified: ["simplify", "step-in", "accept", ...last],
  saturated: ["fresh", "model", "again", "simplify", "step-in", ...last],
  unrunnable: ["again", "step-in", ...last],
};
