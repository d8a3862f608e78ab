// Simulated agents of stigmergy: well, badly or not at all, by role.
import { ways } from "../agents/ways.ts";
import type { Scene } from "../scene.ts";
import { aboutOf } from "./about.ts";
import { build } from "./builder.ts";
import { respond, review } from "./judges.ts";
import { plan } from "./planners.ts";
import type { StigmergyWorld } from "./world.ts";

type Play = (scene: Scene<StigmergyWorld>, well: boolean) => Promise<number>;
const plays: Readonly<Record<string, Play>> = {
  plan,
  "story-file": plan,
  audit: plan,
  work: build,
  review,
  issue: respond,
};

/** Its exit code. */
export const stigmergyAgent = (scene: Scene<StigmergyWorld>): Promise<number> => {
  const { world, chance } = scene;
  const { is } = aboutOf(scene);
  const play = plays[is];
  if (play === undefined) throw new Error(`no agent does ${is}`);
  const well = world.calm || world.steady || chance.is(world.story.skill);
  return well || chance.is(0.6) ? play(scene, well) : chance.pick(ways)(scene);
};
