// How stories of each protocol are told, at length by a seed and small under blows.
import type { Chance } from "./chance.ts";
import { small as iterative } from "./iterative/small.ts";
import { iterativeStoryOf } from "./iterative/story.ts";
import { makeIterativeWorld } from "./iterative/world.ts";
import type { WorldParts } from "./make-world.ts";
import { small as player } from "./player/small.ts";
import { playerStoryOf } from "./player/story.ts";
import { makePlayerWorld } from "./player/world.ts";
import { small as ralph } from "./ralph/small.ts";
import { ralphStoryOf } from "./ralph/story.ts";
import { makeRalphWorld } from "./ralph/world.ts";
import type { Roughness } from "./roughness.ts";
import { small as ultrawork } from "./small.ts";
import { small as stigmergy } from "./stigmergy/small.ts";
import { stigmergyStoryOf } from "./stigmergy/story.ts";
import { makeStigmergyWorld } from "./stigmergy/world.ts";
import { storyOf } from "./story.ts";
import { type Small, tellStruck, type TellSmall } from "./struck.ts";
import { type Tell, teller } from "./tell.ts";
import { makeUltraworkWorld } from "./ultrawork-world.ts";
import type { World } from "./world.ts";

export type Played = { readonly tell: Tell; readonly tellSmall: TellSmall };

const played = <W extends World, R extends Roughness>(
  storyFrom: (chance: Chance) => R,
  make: (parts: WorldParts<R>) => W,
  small: Small<W, R>,
): Played => ({ tell: teller(storyFrom, make), tellSmall: tellStruck(make, small) });

export const protocols = {
  ultrawork: played(storyOf, makeUltraworkWorld, ultrawork),
  ralph: played(ralphStoryOf, makeRalphWorld, ralph),
  player: played(playerStoryOf, makePlayerWorld, player),
  iterative: played(iterativeStoryOf, makeIterativeWorld, iterative),
  stigmergy: played(stigmergyStoryOf, makeStigmergyWorld, stigmergy),
};
export type Name = keyof typeof protocols;
