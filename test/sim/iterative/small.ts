// Small iterative story with each kind of job and each way back, for crashes at every call.
import { siteOf } from "../../../src/landing/site.ts";
import { calmly, type Small } from "../struck.ts";
import { slug } from "./story.ts";
import type { IterativeStory } from "./story.ts";
import type { IterativeWorld } from "./world.ts";

/** Two units in a row: the first takes two passes, and its verifier finds a gap; the second is blocked once; the first review finds an issue. */
const story: IterativeStory = {
  start: {
    request: "Build the shop",
    slug,
    mode: "development",
    domain: "feature",
    settings: {
      gates: [
        { name: "holds", argv: ["holds", "{files}"], cwd: ".", scope: "unit", timeout_s: 20 },
      ],
      minutes: { work: 1, verify: 1, review: 1, plan: 1, check: 1 },
    },
  },
  units: [
    { id: "T1", title: "Part 1", criteria: ["src/1.ts is good"], files: ["src/1.ts"], max: 20 },
    {
      id: "T2",
      title: "Part 2",
      criteria: ["src/2.ts is good"],
      files: ["src/2.ts"],
      depends: ["T1"],
      max: 20,
    },
  ],
  steps: { T1: 2, T2: 1 },
  twice: false,
  ...calmly,
  // Up to the plan's approval; whoever answers comes after it.
  roughMs: 1_500,
};

/** Passes that a blow ended may count, so what must be the same is what was proved, not how often it was tried. */
const doneIn = (world: IterativeWorld): string => {
  const state = world.watch.state();
  if (state === null) return "";
  const units = state.units.map(({ id, stage, basis }) => `${id} ${stage} ${basis ?? ""}`);
  const landed = world.disk.treeOf(siteOf(state)?.head.tree ?? "");
  const files = ["src/1.ts", "src/2.ts"].map((path) => landed.get(path) ?? "");
  return [...units, ...files, `${state.bypasses.length} bypasses`, state.archive ?? ""].join("; ");
};

export const small: Small<IterativeWorld, IterativeStory> = {
  story,
  end: (world) => ({ files: "", done: doneIn(world) }),
};
