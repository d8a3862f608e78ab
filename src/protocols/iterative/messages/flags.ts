// Why: what people say of a run most often has a short flag; everything else is a field's own.
import type { Flag } from "../../../core/message.ts";

export const startFlags: readonly Flag[] = [
  {
    name: "goal",
    means: "what is wanted, in a sentence or more",
    word: "TEXT",
    sentence: true,
    field: ["request"],
  },
];
