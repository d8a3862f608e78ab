// Simulated world of the player: rules, agents, people, editors and callbacks.
import { digest } from "../../../src/core/hash.ts";
import { player } from "../../../src/protocols/player/index.ts";
import { commands } from "../../../src/protocols/player/commands.ts";
import { checkRun } from "../checks.ts";
import { hurried } from "../hurried.ts";
import { makeWorld } from "../make-world.ts";
import type { WorldParts } from "../make-world.ts";
import { straggle } from "../outsider.ts";
import type { Chance } from "../chance.ts";
import { root } from "../world.ts";
import type { Hands, World } from "../world.ts";
import { playerAgent } from "./agents.ts";
import { meddleIn } from "./hands.ts";
import { claimNode } from "./outsider.ts";
import type { PlayerStory } from "./story.ts";
import { makePlayerWatch } from "./watch.ts";
import type { PlayerWatch } from "./watch.ts";

export type PlayerWorld = World & { readonly story: PlayerStory; readonly watch: PlayerWatch };

const protocol = hurried({ ...player, messages: commands });

export const sessions = `${root}/.workflow/sessions/`;

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

export const makePlayerWorld = (
  parts: Omit<WorldParts, "story"> & { readonly story: PlayerStory },
): PlayerWorld => {
  const { story } = parts;
  const watch = makePlayerWatch((text) => world.note(text));
  const late = { node: "N-001", attempt: 1, status: "completed", summary: "late" };
  const hands: Hands = {
    files: sessions,
    change,
    answers: parts.steady ? 0 : 5,
    act: (chance) => meddleIn(world, chance),
    claim: (chance) => claimNode(world, chance),
    straggle: (chance) =>
      straggle(world, chance, late, {
        type: "FinishNode",
        data: { node: "N-001", attempt: 1, result: { ok: true, output: "late" } },
      }),
    fields: () => ({}),
    agent: playerAgent,
    check: checkRun,
  };
  const cast = {
    watch,
    hands,
    protocols: { player: protocol },
    roles: { "*": "bot", ...Object.fromEntries(story.hand.map((role) => [role, "hand"])) },
    options: {},
    commit: digest("begin").slice(0, 40),
  };
  const world: PlayerWorld = Object.assign(makeWorld(parts, cast), { story, watch });
  return world;
};
