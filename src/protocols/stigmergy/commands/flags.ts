// Why: what people say of a run most often has a short flag; everything else is a field's own.
import type { Flag } from "../../../core/message.ts";

export const startFlags: readonly Flag[] = [
  {
    name: "goal",
    means: "what is wanted, in a sentence or a paragraph",
    word: "TEXT",
    sentence: true,
    field: ["goal"],
  },
];
export const reopenFlags: readonly Flag[] = [
  {
    name: "to",
    means: "the story; those after it are taken up again, too",
    word: "STORY",
    field: ["story"],
    also: [{ field: ["and_later"], value: true }],
  },
];
