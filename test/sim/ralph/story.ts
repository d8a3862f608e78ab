// Generator of ralph's stories from a seed: what is to be done, options, roughness.
import type { Chance } from "../chance.ts";
import { type Roughness, troublesOf } from "../roughness.ts";

export type RalphStory = Roughness & {
  /** How many stories the PRD has. */
  readonly count: number;
  readonly options: Readonly<Record<string, unknown>>;
};

export const idOf = (number: number): string => `US-${String(number).padStart(3, "0")}`;

export const ralphStoryOf = (chance: Chance): RalphStory => {
  const count = chance.between(1, 5);
  const interactive = chance.is(0.5);
  return {
    count,
    options: {
      mode: interactive ? "interactive" : "auto",
      max_attempts: chance.between(1, 4),
      max_passes: chance.between(count, 4 * count),
      judge: chance.weighed([
        [5, "other-session"],
        [3, "other-agent"],
        [interactive ? 2 : 0, "person"],
      ]),
      checks: chance.is(0.8) ? ["suite"] : [],
    },
    agents: chance.between(1, 4),
    runners: chance.weighed([
      [5, 1],
      [3, 2],
      [2, 3],
    ]),
    skill: chance.pick([0.5, 0.7, 0.85, 1]),
    troubles: troublesOf(chance),
    claims: chance.is(0.35) ? 8 : 0,
    acts: chance.is(0.5) ? chance.pick([4, 12]) : 0,
    slow: chance.pick([0.2, 1, 1, 5, 20]),
    roughMs: chance.between(20, 120) * 1_000,
    snapshotEvery: chance.pick([5, 17, 60, 1_000]),
    before: chance.is(0.1) ? { [`src/${idOf(1)}.ts`]: "good already" } : {},
  };
};
