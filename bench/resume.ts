// How long `cairn status` of a long run takes as a whole process, as installed, beside bare Node.
import { median, repeats, spread } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { slug } from "./iterative-ground.ts";
import type { Night } from "./iterative-ground.ts";
import { installed, run } from "./program.ts";

/** ms over bare Node. */
const most = 100;
const rounds = repeats * 3;

const over = (
  what: string,
  bare: readonly number[],
  small: readonly number[],
  large: readonly number[],
  stops: string,
): Figure => ({
  what: `iterative: ${what}, after 10,000 entries`,
  measured: `${(median(large) - median(bare)).toFixed(1)} ms over bare Node: ${spread(large, "ms", 1)}; after 10 entries ${spread(small, "ms", 1)}; \`node -e 0\` ${spread(bare, "ms", 1)}`,
  ratio: (median(large) - median(bare)) / most,
  goal: { is: "at most", ratio: 1 },
  against: `${most} ms over bare Node`,
  stops,
});

/** Why `cairn status` takes longer than of a run that nothing interrupted. */
const looking =
  "the run was left in the middle of a pass, and what will come of that is foretold by the rules, which ask what the pass left in the tree: six processes of git, three of them one after the other; the rest is Node's start, the program's own files and the run, read from its snapshot";

export const resuming = async (
  folder: string,
  [small, large]: readonly [Night, Night],
): Promise<readonly Figure[]> => {
  const cairn = installed(folder);
  const bare: number[] = [];
  const status: [number[], number[]] = [[], []];
  for (let round = -3; round < rounds; round += 1) {
    const idle = run(["-e", "0"], small.root).ms;
    const looks = [small, large].map(({ root }) => run([cairn, "status", slug], root).ms);
    if (round < 0) continue;
    bare.push(idle);
    for (const at of [0, 1] as const) status[at].push(looks[at] ?? Number.NaN);
  }
  return [
    {
      what: "iterative: `cairn status` as a whole process",
      measured: `${spread(status[0], "ms", 1)}; \`node -e 0\` ${spread(bare, "ms", 1)}`,
      ratio: median(status[0]) / median(bare),
      goal: { is: "at most", ratio: 2 },
      against: "`node -e 0` of the same Node, in turn",
      stops: looking,
    },
    over("`cairn status`", bare, ...status, looking),
  ];
};
