// Facts shared by several of stigmergy's commands, which the engine fills into their data.
import type { Ask, Facts } from "../../../core/protocol.ts";
import type { Path } from "../../../core/row.ts";
import type { Moment } from "../../../core/span.ts";
import { prdFile, proofAsk, storyFile, storyIn } from "../manifest.ts";
import type { State, StoryId } from "../state.ts";

/** Digests and texts of the requested files. */
export const withFiles = {
  fill: (_data: object, { files }: Facts) => ({ files }),
  filled: ["files", "changed"],
};
/** The same, and the whole working tree. */
export const withTree = {
  fill: (_data: object, { files, tree }: Facts) => ({ files, whole: tree }),
  filled: ["files", "whole"],
};

/** The story's file and the requirements to compare it with; none for an unknown story, because its id may not be a valid path part. */
export const storyFiles = (state: State, id: StoryId): readonly Path[] =>
  storyIn(state, id) === null ? [] : [storyFile(id), prdFile];

/** The content under proof: now or after a process (`now`), and before it (`then`). */
export const proofAsks = (before?: Moment, after?: Moment): Ask => ({
  tree: true,
  contents: {
    now: proofAsk(after?.tree),
    ...(before === undefined ? {} : { then: proofAsk(before.tree) }),
  },
});
