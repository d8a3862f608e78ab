// Small stigmergy story with each kind of job and each way back, for crashes at every call.
import { siteOf } from "../../../src/landing/site.ts";
import { calmly, type Small } from "../struck.ts";
import type { StigmergyStory } from "./story.ts";
import type { StigmergyWorld } from "./world.ts";

const part = (id: string) => ({ id, title: `Part ${id}`, criteria: [`src/${id}.ts is good`] });

/** The first check fails, and so does the first review, which calls a responder; the second builder asks; the third tells by the file alone; one audit. */
const story: StigmergyStory = {
  start: {
    goal: "Sell plants",
    name: "Seed shop",
    autonomy: "supervised",
    settings: { minutes: { work: 1, review: 1, plan: 1, story: 1, check: 1 }, attempts: 20 },
  },
  outline: [
    { title: "Catalogue", stories: [part("1.1"), part("1.2")] },
    { title: "Checkout", stories: [part("2.1")] },
  ],
  commands: ["suite"],
  byHand: 0,
  twice: false,
  ...calmly,
  // Up to the blueprint's gate; whoever answers comes after it.
  roughMs: 1_500,
  before: { ".ai/notes.md": "somebody else's notes" },
};

/** Who goes on after a kill is another session, which the history tells; what was proved, and what it took, is the same. */
const doneIn = (world: StigmergyWorld): string => {
  const state = world.watch.state();
  if (state === null) return "";
  const stories = state.epics.flatMap((epic) =>
    epic.stories.map(
      ({ id, settledBy }) =>
        `${id} ${settledBy ?? ""} try ${state.tallies[`story:${id}`]?.tries ?? 1}`,
    ),
  );
  const issues = state.issues.map(({ id, status }) => `${id} ${status}`);
  const audits = state.epics.map(({ id, audit }) => `audit ${id} ${audit}`);
  const landed = world.disk.treeOf(siteOf(state)?.head.tree ?? "");
  const files = ["1.1", "1.2", "2.1"].map((id) => landed.get(`src/${id}.ts`) ?? "");
  return [
    ...stories,
    ...issues,
    ...audits,
    `${state.questions.length} questions`,
    ...files,
    `${state.bypasses.length} bypasses`,
  ].join("; ");
};

export const small: Small<StigmergyWorld, StigmergyStory> = {
  story,
  end: (world) => ({ files: "", done: doneIn(world) }),
};
