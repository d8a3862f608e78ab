// Simulated world of the player: rules, agents, people, editors and callbacks.
import { player } from "../../../src/protocols/player/index.ts";
import { commands } from "../../../src/protocols/player/commands.ts";
import type { State } from "../../../src/protocols/player/state.ts";
import { checkRun } from "../checks.ts";
import { makeWorld } from "../make-world.ts";
import type { WorldParts } from "../make-world.ts";
import type { Chance } from "../chance.ts";
import { root } from "../world.ts";
import type { World } from "../world.ts";
import { playerAgent } from "./agents.ts";
import { beginOutside, endOutside, meddleIn } from "./hands.ts";
import type { PlayerStory } from "./story.ts";
import { makePlayerWatch } from "./watch.ts";
import type { PlayerWatch } from "./watch.ts";

export type PlayerWorld = World<PlayerWatch, PlayerStory>;

const change = (text: string, number: number, chance: Chance): string => {
  const [from, to] = chance.pick([
    ['"status": "pending"', '"status": "completed"'],
    ['"status": "running"', '"status": "completed"'],
    ['"status": "running"', '"status": "pending"'],
    ['"status": "completed"', '"status": "pending"'],
    ['"status": "running"', '"status": "paused"'],
    ['"status": "paused"', '"status": "running"'],
    ['"cli_task_id": "', '"cli_task_id": "x'],
    ['"session_id": null', '"session_id": "WFS-by-hand"'],
  ]);
  return text.replace(from, to).replace(/^\{\n/u, `{\n  "edit": ${number},\n`);
};

export const makePlayerWorld = (parts: WorldParts<PlayerStory>): PlayerWorld => {
  const watch = makePlayerWatch((text) => world.note(text));
  const world: PlayerWorld = makeWorld(parts, watch, {
    protocol: { ...player, messages: commands },
    opening: {
      data: {
        template: "story",
        context: { goal: "Build the shop" },
        session: "WFR-story-20260108-120000",
        node_timeout_s: 60,
      },
    },
    roles: { "*": "bot", ...Object.fromEntries(parts.story.hand.map((role) => [role, "hand"])) },
    files: `${root}/.workflow/sessions/`,
    change,
    answers: parts.steady ? 0 : 5,
    act: (chance) => meddleIn(world, chance),
    byHand({ key }, isDone) {
      const [, node, attempt] = /^node:(.+):(\d+)$/u.exec(key) ?? [];
      const status = isDone ? "completed" : "failed";
      return node === undefined
        ? null
        : { files: {}, report: { node, attempt: Number(attempt), status, summary: "by hand" } };
    },
    begin: (chance) => beginOutside(world, chance),
    late: {
      report: { node: "N-001", attempt: 1, status: "completed", summary: "late" },
      command: {
        type: "FinishNode",
        data: { node: "N-001", attempt: 1, result: { ok: true, output: "late" } },
      },
    },
    fields: () => ({}),
    agent: playerAgent,
    check: checkRun,
    outside: () => endOutside(world),
    isGood: ({ status }: State) => status === "completed",
    isFree: (path) => /^artifacts\/[\w-]+-output\.md$/u.test(path),
  });
  return world;
};
