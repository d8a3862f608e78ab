// Simulated world of ultrawork: rules, agents, people and editors.
import { digest } from "../../src/core/hash.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { agentRun } from "./agents.ts";
import { checkRun, passes } from "./checks.ts";
import { makeWorld } from "./make-world.ts";
import type { WorldParts } from "./make-world.ts";
import { claim, reportLate } from "./outsider.ts";
import type { Story } from "./story.ts";
import { hurried } from "./hurried.ts";
import { insist } from "./watch.ts";
import { issues, meddle, startRun } from "./whims.ts";
import { makeWorkWatch } from "./work-watch.ts";
import type { WorkWorld } from "./play-work.ts";
import type { Hands } from "./world.ts";

export type UltraworkWorld = WorkWorld & { readonly story: Story };

const less = [{ criteria: "it is there", command: "holds src/1.ts" }];
const watched = { protocol: ultrawork, kind: "task", laws: await ultrawork.invariants?.() };

/** Every criterion holds that a check was to show, unless a person accepted all without a measure. */
const sealed: WorkWorld["sealed"] = ({ units }, tree) => {
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

export const makeUltraworkWorld = (
  parts: Omit<WorldParts, "story"> & { readonly story: Story },
): UltraworkWorld => {
  const { story } = parts;
  const watch = makeWorkWatch(watched, (text) => world.note(text));
  const task = story.plan.tasks[0]?.id ?? "1";
  const hands: Hands = {
    files: "/uw/",
    change: (text, number) =>
      text
        .replace(/"status": "open"/u, `"status": "resolved", "edit": ${number}`)
        .replace(/"phase": "/u, `"edit": ${number}, "phase": "`),
    answers: story.options.mode === "interactive" || story.acts > 0 ? 5 : 0,
    act: (chance) => meddle(world, chance),
    claim: (chance) => claim(world, chance),
    straggle: (chance) => reportLate(world, chance, task),
    fields: (option) =>
      option === "issues" ? issues : option === "change" ? { success_criteria: less } : {},
    agent: (scene) => agentRun({ ...scene, world }),
    check: checkRun,
  };
  const cast = {
    watch,
    hands,
    protocols: { ultrawork: hurried(ultrawork) },
    roles: { "*": "bot", verifier: "judge" },
    options: { ultrawork: { home: "/uw" } },
    commit: digest("begin").slice(0, 40),
  };
  const world: UltraworkWorld = Object.assign(makeWorld(parts, cast), {
    story,
    watch,
    protocol: ultrawork,
    startRun: () => startRun(world),
    isFree: (path: string) => path === "design.md" || path.startsWith("exploration/"),
    sealed,
  });
  return world;
};
