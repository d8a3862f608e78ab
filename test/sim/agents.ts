// Any simulated agent: as it should or poorly in its role, or in a way that is common to all.
import { ways } from "./agents/ways.ts";
import type { Scene } from "./scene.ts";

/** Its exit code. */
export const agentRun = (scene: Scene): Promise<number> => {
  const { world, chance } = scene;
  const well = world.calm || world.steady || chance.is(world.story.skill);
  return !well && chance.is(0.45) ? chance.pick(ways)(scene) : world.hands.agent(scene, well);
};

/** What it leaves behind goes on with its mark, until it is swept. */
export const leaveChild = ({ world, chance, job }: Scene): void =>
  void world.machine.spawn("agent", `child of ${job.job.key}`, {
    mark: job.mark,
    stubborn: chance.is(0.5),
  });

export const nobody = ({ job }: Scene): never => {
  throw new Error(`no agent plays ${job.job.role}`);
};
