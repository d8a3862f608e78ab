// Telling of a simulated story, whatever its protocol, shared by the program and the test suite.
import { chanceOf } from "./chance.ts";
import type { Chance } from "./chance.ts";
import type { Call, Mishap } from "./machine.ts";
import type { WorldParts } from "./make-world.ts";
import { type Ending, play } from "./play.ts";
import type { Roughness } from "./roughness.ts";
import type { World } from "./world.ts";

export type Told = { readonly trail: readonly string[] } & (
  | { readonly broken: null; readonly ending: Ending }
  | { readonly broken: string }
);

export const endOf = async (world: World): Promise<Told> => {
  try {
    return { trail: world.trail, broken: null, ending: await play(world) };
  } catch (error) {
    return {
      trail: world.trail,
      broken:
        error instanceof Error
          ? error.name === "Broken"
            ? error.message
            : (error.stack ?? error.message)
          : String(error),
    };
  }
};

/** `told`: called with every line of what happens. */
export type Tell = (seed: number, told?: (line: string) => void) => Promise<Told>;

export const teller =
  <R extends Roughness>(
    storyFrom: (chance: Chance) => R,
    make: (parts: WorldParts<R>) => World,
  ): Tell =>
  (seed, told) => {
    const chance = chanceOf(seed);
    const story = storyFrom(chance.fork("story"));
    const harm = chance.fork("harm");
    const { kills, faults } = story.troubles;
    const mishap = ({ proc, what }: Call, world: World): Mishap => {
      if (world.calm || proc.kind === "agent") return null;
      // A program that was started is never told as not started.
      const drawn = harm.next();
      const when = harm.is(0.5) ? "before" : "after";
      return drawn < kills
        ? { is: "kill", when }
        : drawn < kills + faults && !what.startsWith("launches")
          ? { is: "fault", when }
          : null;
    };
    const parts = { seed, story, steady: false, mishap };
    return endOf(make(told === undefined ? parts : { ...parts, told }));
  };
