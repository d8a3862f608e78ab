// Why: the program and the test suite tell stories in the same way, and break off with the same words.
import { chanceOf } from "./chance.ts";
import type { Call, Mishap } from "./machine.ts";
import { play } from "./play.ts";
import type { Ending } from "./play.ts";
import { storyOf } from "./story.ts";
import { makeUltraworkWorld } from "./ultrawork-world.ts";
import type { UltraworkWorld } from "./ultrawork-world.ts";
import type { World } from "./world.ts";

export type Told = { readonly trail: readonly string[] } & (
  | { readonly broken: null; readonly ending: Ending }
  | { readonly broken: string }
);

export const endOf = async (world: UltraworkWorld): Promise<Told> => {
  try {
    return { trail: world.trail, broken: null, ending: await play(world) };
  } catch (error) {
    return {
      trail: world.trail,
      broken: error instanceof Error ? (error.name === "Broken" ? error.message : (error.stack ?? error.message)) : String(error),
    };
  }
};

export const tellStory = (seed: number, told?: (line: string) => void): Promise<Told> => {
  const chance = chanceOf(seed);
  const story = storyOf(chance.fork("story"));
  const harm = chance.fork("harm");
  const { kills, faults } = story.troubles;
  const mishap = ({ proc, what }: Call, world: World): Mishap => {
    if (world.calm || proc.kind === "agent") return null;
    // A program that was started is never told as not started.
    const drawn = harm.next();
    const when = harm.is(0.5) ? "before" : "after";
    return drawn < kills ? { is: "kill", when } : drawn < kills + faults && !what.startsWith("launches") ? { is: "fault", when } : null;
  };
  return endOf(makeUltraworkWorld({ seed, story, steady: false, mishap, ...(told === undefined ? {} : { told }) }));
};
