// Reader of a stigmergy job's subject and of the story's own outline.
import { isRecord } from "../../../src/core/json/record.ts";
import type { Scene } from "../scene.ts";
import type { PlannedStory } from "./papers.ts";
import type { StigmergyWorld } from "./world.ts";

export type About = {
  readonly is: string;
  readonly part: string;
  readonly story: string;
  readonly issue: string;
  readonly epic: number;
  readonly criteria: number;
};

export const aboutIn = (about: unknown): About => {
  const told = isRecord(about) ? about : {};
  const text = (key: string): string => (typeof told[key] === "string" ? told[key] : "");
  return {
    is: text("is"),
    part: text("part"),
    story: text("story"),
    issue: text("issue"),
    epic: Number(told["epic"] ?? 0),
    criteria: Number(told["criteria"] ?? 0),
  };
};
export const aboutOf = ({ job }: Pick<Scene, "job">): About => aboutIn(job.job.about);

/** As the requirements have it, or as anybody would plan what came later. */
export const plannedOf = (
  { story: { outline } }: Pick<StigmergyWorld, "story">,
  id: string,
): PlannedStory =>
  outline.flatMap(({ stories }) => stories).find((one) => one.id === id) ?? {
    id,
    title: `Part ${id}`,
    criteria: [`src/${id}.ts is good`],
  };

/** Whoever does it by editing the file alone. */
export const isByHand = ({ world, chance }: Scene<StigmergyWorld>): boolean =>
  !world.steady && chance.is(world.story.byHand);
