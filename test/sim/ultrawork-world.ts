// Simulated world of ultrawork: rules, agents, people and editors.
import { digest } from "../../src/core/hash.ts";
import type { Protocol } from "../../src/core/protocol.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { agentRun } from "./agents.ts";
import { checkRun } from "./checks.ts";
import { makeWorld } from "./make-world.ts";
import type { WorldParts } from "./make-world.ts";
import { claim, straggle } from "./outsider.ts";
import type { Story } from "./story.ts";
import { makeUltraworkWatch } from "./ultrawork-watch.ts";
import type { UltraworkWatch } from "./ultrawork-watch.ts";
import { issues, meddle } from "./whims.ts";
import type { Hands, World } from "./world.ts";

export type UltraworkWorld = World & { readonly story: Story; readonly watch: UltraworkWatch };

/** The same rules; only nobody waits an hour for an agent that hangs, or for 64 MiB of a flood. */
const less = [{ criteria: "it is there", command: "holds src/1.ts" }];
const limits = { ms: 40_000, bytes: 65_536 };
const protocol: Protocol = {
  ...ultrawork,
  jobs: (state: Parameters<typeof ultrawork.jobs>[0]) =>
    ultrawork.jobs(state).map((job) => ({
      ...job,
      limits: {
        ...job.limits,
        ms: Math.min(job.limits.ms, limits.ms),
        bytes: Math.min(job.limits.bytes, limits.bytes),
      },
    })),
};

export const makeUltraworkWorld = (
  parts: Omit<WorldParts, "story"> & { readonly story: Story },
): UltraworkWorld => {
  const { story } = parts;
  const watch = makeUltraworkWatch((text) => world.note(text));
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
    straggle: (chance) =>
      straggle(
        world,
        chance,
        { status: "done", summary: "late" },
        { type: "ReportDone", data: { unit: task, summary: "late" } },
      ),
    fields: (option) =>
      option === "issues" ? issues : option === "change" ? { success_criteria: less } : {},
    agent: (scene) => agentRun({ ...scene, world }),
    check: checkRun,
  };
  const cast = {
    watch,
    hands,
    protocols: { ultrawork: protocol },
    roles: { "*": "bot", verifier: "judge" },
    options: { ultrawork: { home: "/uw" } },
    commit: digest("begin").slice(0, 40),
  };
  const world: UltraworkWorld = Object.assign(makeWorld(parts, cast), { story, watch });
  return world;
};
