// Small ralph story, for crashes at every call: two stories, of which the second fails its check at first.
import { calmly, type Small } from "../struck.ts";
import { prdText } from "../../../src/protocols/ralph/own.ts";
import type { RalphStory } from "./story.ts";
import type { RalphWorld } from "./world.ts";

const story: RalphStory = {
  count: 2,
  options: { mode: "auto", max_attempts: 5, max_passes: 20, checks: ["suite"] },
  ...calmly,
  roughMs: 120_000,
};

/** Passes that a blow ended are told in the progress file, so what must be the same is the PRD. */
export const small: Small<RalphWorld, RalphStory> = {
  story,
  end: ({ watch }) => {
    const state = watch.state();
    return {
      files: state === null ? "" : prdText(state),
      done: (state?.units ?? []).map(({ id, status }) => `${id} ${status}`).join("; "),
    };
  },
};
