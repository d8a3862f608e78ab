// What the engine reads of the world for several commands of stigmergy, and fills into their data.
import type { Ask, Facts } from "../../../core/protocol.ts";
import type { Path } from "../../../core/row.ts";
import type { Moment } from "../../../core/span.ts";
import { prdFile, proofAsk, storyFile, storyIn } from "../manifest.ts";
import type { State, StoryId } from "../state.ts";

/** Digests and texts of the files that were asked for. */
export const withFiles = {
  fill: (_data: object, { files }: Facts) => ({ files }),
  filled: ["files", "changed"],
};
/** And the whole working tree. */
export const withTree = {
  fill: (_data: object, { files, tree }: Facts) => ({ files, whole: tree }),
  filled: ["files", "whole"],
};

/** Its file and the requirements, with which it is compared; none of an unknown story, whose id may be no part of a path. */
export const storyFiles = (state: State, id: StoryId): readonly Path[] =>
  storyIn(state, id) === null ? [] : [storyFile(id), prdFile];

/** The content that is proved: as it is now or after a process (`now`), and before it (`then`). */
export const proofAsks = (before?: Moment, after?: Moment): Ask => ({
  tree: true,
  contents: {
    now: proofAsk(after?.tree),
    ...(before === undefined ? {} : { then: proofAsk(before.tree) }),
  },
});
