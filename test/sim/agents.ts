// Simulated agents of ultrawork: well, badly or not at all, by role.
import { explore } from "./agents/explorer.ts";
import { plan } from "./agents/planner.ts";
import { ways } from "./agents/ways.ts";
import { verify } from "./agents/verifier.ts";
import { work } from "./agents/worker.ts";
import type { Scene } from "./scene.ts";
import type { UltraworkWorld } from "./ultrawork-world.ts";

const roles: Readonly<Record<string, (scene: Scene<UltraworkWorld>) => Promise<number>>> = {
  explorer: explore,
  planner: plan,
  worker: work,
  verifier: verify,
};

/** Its exit code. */
export const agentRun = (scene: Scene<UltraworkWorld>): Promise<number> => {
  const { world, chance, job } = scene;
  const play = roles[job.job.role];
  if (play === undefined) throw new Error(`no agent plays ${job.job.role}`);
  const well = world.calm || world.steady || chance.is(world.story.skill);
  return well || chance.is(0.4) ? play(scene) : chance.pick(ways)(scene);
};
