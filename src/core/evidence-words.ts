// How far a run's criteria are met, in words: the same in every list, head and report.
import { howMany } from "./how-many.ts";
import type { View } from "./view.ts";

/** `2 of 5 criteria proved`, or `2 met: 1 by a check, 1 judged`; empty if there are none. */
export const evidenceWords = ({ have, of, met }: View["evidence"]): string =>
  met ?? (of === 0 ? "" : `${have} of ${howMany(of, "criterion", "criteria")} proved`);
