// Simulated world of ralph: rules, agents, people and editors.
import { ralph } from "../../../src/protocols/ralph/index.ts";
import { siteOf } from "../../../src/landing/site.ts";
import type { Work } from "../../../src/work/work.ts";
import { checkRun, isGood } from "../checks.ts";
import { makeWorld, type WorldParts } from "../make-world.ts";
import { ana } from "../person.ts";
import { insist } from "../watch.ts";
import { lateWork, makeWorkWatch, sealedTree, workByHand, type WorkWatch } from "../work-watch.ts";
import { root, type World } from "../world.ts";
import { judge, work } from "./agents.ts";
import { change, meddle } from "./hands.ts";
import { idOf, type RalphStory } from "./story.ts";

export type RalphWorld = World<WorkWatch, RalphStory>;

const watched = { protocol: ralph, kind: "story", laws: await ralph.invariants?.() };

/** What checks and a judge let pass is good in the end, whatever else a person waived, accepted or left out. */
const judged = (world: RalphWorld, state: Work): void => {
  const { units, options } = state;
  const tree = world.disk.treeOf(siteOf(state)?.head.tree ?? "");
  const isAsked = options.checks.length > 0;
  const passed = units.filter(({ status, waived }) => status === "done" && waived === null);
  if (!isAsked || passed.length < units.length) return;
  for (const { id, criteria } of passed) {
    // A judge may take it that nothing was made: the check refuses only what is bad.
    const text = tree.get(`src/${id}.ts`);
    insist(
      text === undefined ||
        isGood(text) ||
        criteria.some(({ waived, proof }) => waived !== null || proof?.name === ana.name),
      () => `it was sealed, though ${id} passed and its file isn't good`,
    );
  }
};

export const makeRalphWorld = (parts: WorldParts<RalphStory>): RalphWorld => {
  const { count, options, acts } = parts.story;
  const stories = Array.from({ length: count }, (_, at) => ({
    title: `Story ${at + 1}`,
    criteria: [`src/${idOf(at + 1)}.ts is good`, "it is right"],
  }));
  const watch = makeWorkWatch(watched, (text) => world.note(text));
  const world: RalphWorld = makeWorld(parts, watch, {
    protocol: ralph,
    opening: { data: { goal: "Build the shop", stories, options } },
    roles: { "*": "bot", judge: "judge" },
    files: `${root}/scripts/ralph/`,
    change,
    took: ({ type, data }, number) =>
      type === "PrdEdited" && String(Object(data).text).includes(`"edit": ${number}`),
    answers: options["mode"] === "interactive" || acts > 0 ? 5 : 0,
    act: (chance) => meddle(world, chance),
    byHand: workByHand,
    late: lateWork(idOf(1)),
    fields: (option) => (option === "retry" ? { n: 3 } : {}),
    agent: (scene, well) =>
      (scene.job.job.role === "judge" ? judge : work)({ ...scene, world }, well),
    check: checkRun,
    isGood: ({ end }: Work) => end?.is === "complete",
    isFree: () => false,
    ends: (state: Work) => {
      if (sealedTree(watch, state) !== null) judged(world, state);
    },
  });
  return world;
};
