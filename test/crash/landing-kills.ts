// Kills at calls of git by the hundred: runs in places one after the other, some of them side by side, until enough runners have died.
import { chanceOf } from "../sim/chance.ts";
import { type Way, ways } from "./git-ways.ts";
import { type Death, type Deaths, dieAtGit, type Kind } from "./landing-deaths.ts";

/** In each story every call of git, from one on, is the last one of a life in each of the ways, as far as the run is long. */
const deathsOf = (
  seed: number,
): { readonly kind: Kind; readonly next: (life: number) => Death } => {
  const chance = chanceOf(seed);
  const first = chance.pick([1, 4, 7, 10]);
  const turn = chance.between(0, 3);
  return {
    kind: seed % 2 === 0 ? "apart" : "meeting",
    next: (life) => ({
      at: first + Math.floor(life / ways.length),
      way: ways[(life + turn) % ways.length] ?? "before",
      ms: chance.between(0, 6),
    }),
  };
};

export type Kills = Readonly<Record<Way, number>> & {
  readonly stories: number;
  readonly kills: number;
  readonly landings: number;
  readonly locks: number;
};
const none: Kills = {
  stories: 0,
  kills: 0,
  landings: 0,
  locks: 0,
  before: 0,
  during: 0,
  with: 0,
  after: 0,
};
const plus = (sum: Kills, one: Deaths): Kills => ({
  stories: sum.stories + 1,
  kills: sum.kills + ways.reduce((all, way) => all + one[way], 0),
  landings: sum.landings + one.landings,
  locks: sum.locks + one.locks,
  before: sum.before + one.before,
  during: sum.during + one.during,
  with: sum.with + one.with,
  after: sum.after + one.after,
});

/**
 * Plays stories from a seed on, until so many runners have died.
 * @param beside how many stories are under way at once
 * @param told hears of each story that is over
 * @throws what must not be, with the seed of its story
 */
export const killAtGit = async (
  wanted: number,
  seed: number,
  beside: number,
  told: (story: number, sum: Kills) => void,
): Promise<Kills> => {
  let sum = none;
  let next = seed;
  const broken = new AbortController();
  const teller = async (): Promise<void> => {
    while (sum.kills < wanted && !broken.signal.aborted) {
      const story = next;
      next += 1;
      const { kind, next: death } = deathsOf(story);
      const deaths = await dieAtGit(kind, death).catch((error: unknown) => {
        broken.abort();
        throw new Error(`npm run crash -- --at git --seed ${story} --kills 1`, { cause: error });
      });
      sum = plus(sum, deaths);
      told(story, sum);
    }
  };
  await Promise.all(Array.from({ length: beside }, teller));
  return sum;
};
