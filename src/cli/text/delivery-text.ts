// Next steps for a finished run's work, and commits missing on its branch.
import { firstOf, howMany } from "../../core/words/how-many.ts";
import { isOver } from "../../core/over.ts";
import type { Reach, System } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import type { Picture } from "./picture.ts";

/** The run's work without a merge that its branch lost since, by a reset say. */
export const stillMerged = <P extends Pick<Picture, "work">>(picture: P, reach: Reach | null): P =>
  picture.work === undefined || reach === null || reach.merged || reach.is === "holds"
    ? picture
    : { ...picture, work: { ...picture.work, merged: null } };

/**
 * Commands to type; a drop or a lack of landed work is mentioned with its branch.
 * @param asks a pull request can be opened
 */
export const nextLines = (
  { run, life, work }: Pick<Picture, "run" | "life" | "work">,
  reach: Reach | null = null,
  asks = false,
): readonly string[] => {
  if (work === undefined || !isOver(life) || work.dropped || work.landed === 0) return [];
  if (reach?.is === "holds" && work.merged?.whole !== true)
    return [`remove branch and places: cairn drop ${run}`];
  return work.merged?.whole === true
    ? [`take the merge back: cairn undo ${run}`, `remove branch and places: cairn drop ${run}`]
    : [
        `look: cairn diff ${run} --patch`,
        `take it: cairn merge ${run}      give it up: cairn drop ${run}`,
        ...(asks ? [`let others look at it first: cairn pr ${run}`] : []),
      ];
};

const mostAlong = 5;

/** Commits that the run began on and the checkout lacks, by short id and subject. */
export const alongText = (along: readonly string[]): string =>
  firstOf(along.map(cleanLine), mostAlong);

/** How what is checked out stands to the run's work, where a merge isn't just a merge. */
export const reachLines = (reach: Reach | null, whole: boolean): readonly string[] => {
  if (reach === null) return [];
  const where = reach.branch === null ? "the checkout" : cleanLine(reach.branch);
  if (reach.is === "holds")
    return whole
      ? []
      : [
          `${where} holds all of it: merged, squashed, rebased or cherry-picked without cairn merge`,
        ];
  return reach.is === "apart" && reach.along.length > 0
    ? [
        `${where} lacks what the run began on: a merge brings the run's work alone, checked there again, without ${alongText(reach.along)}`,
      ]
    : [];
};

/** A person's commits on the run branch that the run hasn't noticed yet. */
export const unlandedLines = async (system: System, run: string): Promise<readonly string[]> => {
  const found = await (await system.delivery()).unlanded(run);
  if (found === null) return [];
  const { by, count: n, branch, takes } = found;
  const what = `${n === 1 ? "one commit" : howMany(n, "commit")} of ${cleanLine(by)} on ${cleanLine(branch)} ${n === 1 ? "hasn't" : "haven't"} landed`;
  return [
    takes
      ? `${what}: cairn run ${run} takes ${n === 1 ? "it" : "them"}`
      : `${what}, and the run takes no more work: git merge ${branch}`,
  ];
};
