// Why: whoever looks in the morning, or goes on with the run, waits for a whole process; it is measured as installed, beside bare Node.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { median, repeats, spread } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { slug, stampOf } from "./iterative-ground.ts";
import type { Night } from "./iterative-ground.ts";
import { installed, run } from "./program.ts";

/** ms over bare Node. */
const most = 100;
const rounds = repeats * 3;

/** From the start of `cairn run` to that of the agent's process. The run is let go then. */
const toAgent = async (cairn: string, { root }: Night): Promise<number> => {
  const stamp = stampOf(root);
  rmSync(stamp, { force: true });
  const began = performance.timeOrigin + performance.now();
  const child = spawn(process.execPath, [cairn, "run", slug], { cwd: root, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  while (!existsSync(stamp) && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 2));
  child.kill("SIGINT");
  await ended;
  if (!existsSync(stamp))
    throw new Error(`cairn run ended with ${child.exitCode} before its agent began`);
  return Number(readFileSync(stamp, "utf8")) / 1e6 - began;
};

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
  const agent: [number[], number[]] = [[], []];
  for (let round = -3; round < rounds; round += 1) {
    const idle = run(["-e", "0"], small.root).ms;
    const looks = [small, large].map(({ root }) => run([cairn, "status", slug], root).ms);
    if (round < 0) continue;
    bare.push(idle);
    for (const at of [0, 1] as const) status[at].push(looks[at] ?? Number.NaN);
  }
  for (let round = -1; round < repeats; round += 1) {
    const begins = [await toAgent(cairn, small), await toAgent(cairn, large)];
    if (round >= 0) for (const at of [0, 1] as const) agent[at].push(begins[at] ?? Number.NaN);
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
    over(
      "`cairn run` till its agent's process began",
      bare,
      ...agent,
      "the host of the agent is a Node process of its own, and git is asked for the tree before anything begins, after 10 entries as well; beyond that a new process parses and renders the whole log once, since the files are written as the pass begins",
    ),
  ];
};
