// Telling of simulated stories of each protocol, shared by the program and the test suite.
import { chanceOf } from "./chance.ts";
import type { Chance } from "./chance.ts";
import type { Call, Mishap } from "./machine.ts";
import { playIterative } from "./iterative/play.ts";
import { iterativeStoryOf } from "./iterative/story.ts";
import { makeIterativeWorld } from "./iterative/world.ts";
import { playWork } from "./play-work.ts";
import type { Ending } from "./ending.ts";
import { playPlayer } from "./player/play.ts";
import { playerStoryOf } from "./player/story.ts";
import { makePlayerWorld } from "./player/world.ts";
import { ralphStoryOf } from "./ralph/story.ts";
import { makeRalphWorld } from "./ralph/world.ts";
import type { Roughness } from "./roughness.ts";
import { playStigmergy } from "./stigmergy/play.ts";
import { stigmergyStoryOf } from "./stigmergy/story.ts";
import { makeStigmergyWorld } from "./stigmergy/world.ts";
import { storyOf } from "./story.ts";
import { makeUltraworkWorld } from "./ultrawork-world.ts";
import type { World } from "./world.ts";

export type Told = { readonly trail: readonly string[] } & (
  | { readonly broken: null; readonly ending: Ending }
  | { readonly broken: string }
);

export const endOf = async <W extends World>(
  world: W,
  playIn: (world: W) => Promise<Ending>,
): Promise<Told> => {
  try {
    return { trail: world.trail, broken: null, ending: await playIn(world) };
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
export type Telling = {
  readonly told?: ((line: string) => void) | undefined;
};

const parts = <S extends Roughness>(
  seed: number,
  storyFrom: (chance: Chance) => S,
  { told }: Telling,
) => {
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
  return { seed, story, steady: false, mishap, ...(told === undefined ? {} : { told }) };
};

/** Of ultrawork. */
export const tellStory = (seed: number, how: Telling = {}): Promise<Told> =>
  endOf(makeUltraworkWorld(parts(seed, storyOf, how)), playWork);

export const tellRalph = (seed: number, how: Telling = {}): Promise<Told> =>
  endOf(makeRalphWorld(parts(seed, ralphStoryOf, how)), playWork);

export const tellPlayer = (seed: number, how: Telling = {}): Promise<Told> =>
  endOf(makePlayerWorld(parts(seed, playerStoryOf, how)), playPlayer);

export const tellIterative = (seed: number, how: Telling = {}): Promise<Told> =>
  endOf(makeIterativeWorld(parts(seed, iterativeStoryOf, how)), playIterative);

export const tellStigmergy = (seed: number, how: Telling = {}): Promise<Told> =>
  endOf(makeStigmergyWorld(parts(seed, stigmergyStoryOf, how)), playStigmergy);
