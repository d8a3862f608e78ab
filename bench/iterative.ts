// Benchmark of the iterative protocol: one more entry and resuming a run as progress.md grows.
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { median, repeats, spread } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { inFolder } from "./ground.ts";
import { engine, must, night } from "./iterative-ground.ts";
import type { Night } from "./iterative-ground.ts";
import { resuming } from "./resume.ts";

const few = 10;
const many = 10_000;
/** How many projections of a file are remembered: a run of 10,000 entries has long had so many. */
const warming = 22;

const entries = {
  /** Nobody's pass is under way: it becomes a note, and the engine's own heading stands above it. */
  note: (n: number) =>
    `\n## Run - Note - now\n**Did:** looked at the handler for the ${n}th time\n`,
  /** Of the pass under way: it stays as it stands until that ends. */
  live: (n: number) =>
    `\n## T103 - Iteration 1 - now\n**Did:** looked at the handler for the ${n}th time\n**Remaining:** the rest\n`,
};

/** From the append till the entry is recorded and the files are on disk again. */
const takenIn = async ({ system, run, progress }: Night, entry: string): Promise<number> => {
  await system.settle();
  appendFileSync(progress, entry);
  const began = performance.now();
  await system.scan(run);
  await system.settle();
  return performance.now() - began;
};

/** What whoever sees an edit anywhere in a file and replaces it can't do without: read it, write it anew, make it durable, rename. */
const rewritten = ({ progress }: Night): number => {
  const other = `${progress}.measure`;
  const began = performance.now();
  const bytes = readFileSync(progress);
  writeFileSync(other, bytes);
  const file = openSync(other, "r");
  fsyncSync(file);
  closeSync(file);
  renameSync(other, `${other}d`);
  return performance.now() - began;
};

const compared = async (
  what: string,
  here: readonly [Night, Night],
  entry: (n: number) => string,
  rewrites: boolean,
): Promise<Figure> => {
  const [small, large] = here;
  const took: { readonly small: number[]; readonly large: number[]; readonly limit: number[] } = {
    small: [],
    large: [],
    limit: [],
  };
  for (let round = -warming; round < repeats * 3; round += 1) {
    const [a, b, c] = [
      await takenIn(small, entry(round)),
      await takenIn(large, entry(round)),
      rewrites ? rewritten(large) : 0,
    ];
    if (round < 0) continue;
    took.small.push(a);
    took.large.push(b);
    took.limit.push(c);
  }
  const told = must(await large.system.load(large.run));
  if (!readFileSync(large.progress, "utf8").includes(`the ${repeats * 3 - 1}th time`))
    throw new Error(`not taken in at ${told.version}`);
  const megabytes = (statSync(large.progress).size / 1e6).toFixed(1);
  const limit = rewrites
    ? `; to read and replace such a file of ${megabytes} MB alone ${spread(took.limit, "ms", 1)}`
    : "";
  return {
    what: `iterative: ${what}, after 10,000`,
    measured: `${spread(took.large, "ms", 1)} there, ${spread(took.small, "ms", 1)} after 10${limit}`,
    ratio: median(took.large) / median(took.small),
    goal: { is: "at most", ratio: 1.1 },
    against: "the same after 10 entries, in turn with it",
    stops: `progress.md is one file of ${megabytes} MB whose entries the engine heads and numbers: to see an edit anywhere in it, all of it is read and hashed, and what the engine heads itself is replaced as a whole; what is left of it grows with these bytes, and a few milliseconds with the log that is looked through; nothing is parsed or rendered again`,
  };
};

export const iterative = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const both = [await night(folder, few), await night(folder, many)] as const;
    const notes = await compared(
      "a note that somebody appended to progress.md",
      both,
      entries.note,
      true,
    );
    for (const { system, run } of both)
      must(
        await system.send(
          run,
          [{ type: "BeginPass", data: { unit: "T103", pass: 1, holder: "bot" } }],
          engine,
        ),
      );
    const live = await compared("an entry of the pass under way", both, entries.live, false);
    for (const { system } of both) await system.close();
    return [notes, live, ...(await resuming(folder, both))];
  });
