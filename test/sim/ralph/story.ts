// Generator of ralph's stories from a seed: what is to be done, options, roughness.
import type { Chance } from "../chance.ts";
import { type Roughness, roughnessOf } from "../roughness.ts";

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
    ...roughnessOf(chance),
    before: chance.is(0.1) ? { [`src/${idOf(1)}.ts`]: "good already" } : {},
  };
};
