// Simulated agents of iterative: well, badly or not at all, by role.
import { ways } from "../agents/ways.ts";
import type { Scene } from "../scene.ts";
import { interview, plan, review } from "./desks.ts";
import { verify } from "./verifier.ts";
import { work } from "./worker.ts";
import type { IterativeWorld } from "./world.ts";

const roles: Readonly<
  Record<string, (scene: Scene<IterativeWorld>, well: boolean) => Promise<number>>
> = {
  interviewer: interview,
  planner: plan,
  worker: work,
  tester: work,
  verifier: verify,
  reviewer: review,
};

/** Its exit code. */
export const iterativeAgent = (scene: Scene<IterativeWorld>): Promise<number> => {
  const { world, chance, job } = scene;
  const play = roles[job.job.role];
  if (play === undefined) throw new Error(`no agent plays ${job.job.role}`);
  const well = world.calm || world.steady || chance.is(world.story.skill);
  return well || chance.is(0.6) ? play(scene, well) : chance.pick(ways)(scene);
};
