// Small ralph story, for crashes at every call: two stories, of which the second fails its check at first.
import { playWork } from "../play-work.ts";
import { calmly, tellStruck } from "../struck.ts";
import { prdText } from "../../../src/protocols/ralph/own.ts";
import type { RalphStory } from "./story.ts";
import { makeRalphWorld, type RalphWorld } from "./world.ts";

const small: RalphStory = {
  count: 2,
  options: { mode: "auto", max_attempts: 5, max_passes: 20, checks: ["suite"] },
  ...calmly,
  roughMs: 120_000,
};

/** Passes that a blow ended are told in the progress file, so what must be the same is the PRD. */
export const tellSmallRalph = tellStruck<RalphWorld>({
  make: (mishap) => makeRalphWorld({ seed: 1, story: small, steady: true, mishap }),
  play: playWork,
  isMeant: (_call, world) => !world.calm,
  end: ({ watch }) => {
    const state = watch.state();
    return {
      phase: state?.end?.is ?? "",
      files: state === null ? "" : prdText(state),
      done: (state?.units ?? []).map(({ id, status }) => `${id} ${status}`).join("; "),
    };
  },
});
