// Simulated world of ralph: rules, agents, people and editors.
import { digest } from "../../../src/core/hash.ts";
import { ralph } from "../../../src/protocols/ralph/index.ts";
import { siteOf } from "../../../src/landing/site.ts";
import type { Work } from "../../../src/work/work.ts";
import { checkRun, isGood } from "../checks.ts";
import { hurried } from "../hurried.ts";
import { makeWorld, type WorldParts } from "../make-world.ts";
import { claim, reportLate } from "../outsider.ts";
import type { WorkWorld } from "../play-work.ts";
import { insist } from "../watch.ts";
import { makeWorkWatch } from "../work-watch.ts";
import { type Hands, root } from "../world.ts";
import { ralphAgent } from "./agents.ts";
import { change, meddle, startLoop } from "./hands.ts";
import { idOf, type RalphStory } from "./story.ts";

export type RalphWorld = WorkWorld & { readonly story: RalphStory };

const watched = { protocol: ralph, kind: "story", laws: await ralph.invariants?.() };

/** What checks and a judge let pass is good in the end, whatever else a person waived or left out. */
const judged = (world: RalphWorld, state: Work): void => {
  const { units, options } = state;
  const tree = world.disk.treeOf(siteOf(state)?.head.tree ?? "");
  const isAsked = options.checks.length > 0;
  const passed = units.filter(({ status, waived }) => status === "done" && waived === null);
  if (!isAsked || passed.length < units.length) return;
  for (const { id, criteria } of passed)
    insist(
      isGood(tree.get(`src/${id}.ts`)) || criteria.some(({ waived }) => waived !== null),
      () => `it was sealed, though ${id} passed and its file isn't good`,
    );
};

export const makeRalphWorld = (
  parts: Omit<WorldParts, "story"> & { readonly story: RalphStory },
): RalphWorld => {
  const { story } = parts;
  const watch = makeWorkWatch(watched, (text) => world.note(text));
  const hands: Hands = {
    files: `${root}/scripts/ralph/`,
    change,
    took: ({ type, data }, number) =>
      type === "PrdEdited" && String(Object(data).text).includes(`"edit": ${number}`),
    answers: story.options["mode"] === "interactive" || story.acts > 0 ? 5 : 0,
    act: (chance) => meddle(world, chance),
    claim: (chance) => claim(world, chance),
    straggle: (chance) => reportLate(world, chance, idOf(1)),
    fields: (option) => (option === "more" ? { passes: 3 } : {}),
    agent: (scene) => ralphAgent({ ...scene, world }),
    check: checkRun,
  };
  const cast = {
    watch,
    hands,
    protocols: { ralph: hurried(ralph) },
    roles: { "*": "bot", judge: "judge" },
    options: {},
    commit: digest("begin").slice(0, 40),
  };
  const world: RalphWorld = Object.assign(makeWorld(parts, cast), {
    story,
    watch,
    protocol: ralph,
    startRun: () => startLoop(world),
    isFree: () => false,
    sealed: (state: Work) => judged(world, state),
  });
  return world;
};
