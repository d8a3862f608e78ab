// Simulated world of ultrawork: rules, agents, people and editors.
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import type { Work } from "../../src/work/work.ts";
import { nobody } from "./agents.ts";
import { explore } from "./agents/explorer.ts";
import { plan } from "./agents/planner.ts";
import { verify } from "./agents/verifier.ts";
import { work } from "./agents/worker.ts";
import { checkRun, passes } from "./checks.ts";
import { makeWorld, type WorldParts } from "./make-world.ts";
import type { Scene } from "./scene.ts";
import type { Story } from "./story.ts";
import { insist } from "./watch.ts";
import { issues, whims } from "./whims.ts";
import { lateWork, makeWorkWatch, sealedTree, workByHand, type WorkWatch } from "./work-watch.ts";
import { session, type World } from "./world.ts";
import { say } from "./person.ts";

export type UltraworkWorld = World<WorkWatch, Story>;

const roles: Readonly<
  Record<string, (scene: Scene<UltraworkWorld>, well: boolean) => Promise<number>>
> = { explorer: explore, planner: plan, worker: work, verifier: verify };
const less = [{ criteria: "it is there", command: "holds src/1.ts" }];
const watched = { protocol: ultrawork, kind: "task", laws: await ultrawork.invariants?.() };

/** Every criterion holds that a check was to show, unless a person accepted all without a measure. */
const sealed = ({ units }: Work, tree: ReadonlyMap<string, string>): void => {
  if (units.at(-1)?.waived !== null) return;
  insist(tree.size > 0, () => "it was sealed on a tree that was never measured");
  for (const { id, status, criteria, waived: all } of units)
    for (const { text, check, proof, waived } of criteria) {
      const isOut = waived !== null || all !== null || status === "skipped";
      if (isOut || check?.command === undefined || proof?.by === "person") continue;
      insist(
        passes(check.command.split(" "), tree),
        () => `it was sealed, though ${id}: ${text} doesn't hold on its tree`,
      );
    }
};

export const makeUltraworkWorld = (parts: WorldParts<Story>): UltraworkWorld => {
  const { plan: planned, given, explorers, options, acts } = parts.story;
  const watch = makeWorkWatch(watched, (text) => world.note(text));
  const tasks = planned.tasks.map(({ id }) => id);
  const world: UltraworkWorld = makeWorld(parts, watch, {
    protocol: ultrawork,
    opening: {
      data: { goal: "Build the shop", session, explorers, options },
      then: given ? [{ type: "ProposePlan", data: { plan: planned } }] : [],
    },
    roles: { "*": "bot", verifier: "judge" },
    options: { home: "/uw" },
    files: "/uw/",
    change: (text, number) =>
      text
        .replace(/"status": "open"/u, `"status": "resolved", "edit": ${number}`)
        .replace(/"phase": "/u, `"edit": ${number}, "phase": "`),
    answers: options.mode === "interactive" || acts > 0 ? 5 : 0,
    act: (chance) => say(world, chance.weighed(whims(chance, tasks))),
    byHand: workByHand,
    late: lateWork(tasks[0] ?? "1"),
    fields: (option) =>
      option === "issues" ? issues : option === "change" ? { success_criteria: less } : {},
    agent: (scene, well) => roles[scene.job.job.role]?.({ ...scene, world }, well) ?? nobody(scene),
    check: checkRun,
    isGood: ({ end }: Work) => end?.is === "complete",
    isFree: (path) => path === "design.md" || path.startsWith("exploration/"),
    ends: (state: Work) => {
      const tree = sealedTree(watch, state);
      if (tree !== null) sealed(state, world.disk.treeOf(tree));
    },
  });
  return world;
};
