// A job begins when its place is there: the first against a clone that shares objects, the next against the first.
import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openPlaces } from "../src/workspace/places/open-places.ts";
import { type Figure, median, repeats, spread } from "./figures.ts";
import { inFolder } from "./ground.ts";
import { changed, gitIn, repository } from "./places-ground.ts";
import { firstAgent, landingEight } from "./places-run.ts";

const sizes = [1_000, 10_000, 50_000] as const;
const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const pool = 8;
const kibOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).reduce(
    (sum, path) => sum + lstatSync(join(folder, path)).blocks / 2,
    0,
  );

/** What a full pool takes on the disk, beside as many clones that share objects. */
const diskOf = async (folder: string, root: string, commit: string): Promise<Figure> => {
  const places = openPlaces();
  const site = { root, run: "disk", documents: [] };
  await places.base(site, { changes: false });
  const before = kibOf(join(folder, "places"));
  for (let n = 0; n < pool; n += 1) await places.open(site, `d${n}`, commit, true);
  const kib = kibOf(join(folder, "places")) - before;
  await places.drop(site, null);
  const clone = join(folder, "clone");
  gitIn(folder, "clone", "-q", "--shared", root, clone);
  const one = kibOf(clone);
  rmSync(clone, { recursive: true });
  return {
    what: `places: disk of a pool of ${pool} over 50,000 files`,
    measured: `${Math.round(kib / 1_024)} MiB; a clone ${Math.round(one / 1_024)} MiB`,
    ratio: kib / (pool * one),
    goal: null,
    against: `${pool} clones that share objects`,
  };
};

const ofSize = (files: number): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    process.env["CAIRN_PLACES"] = join(folder, "places");
    const root = join(folder, "shop");
    mkdirSync(root);
    const [first, second] = repository(root, files);
    const places = openPlaces();
    const [clones, fresh, pooled]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= repeats; round += 1) {
      const site = { root, run: `r${round}`, documents: [] };
      await places.base(site, { changes: false });
      const clone = join(folder, "clone");
      const cloned = await timed(() => gitIn(folder, "clone", "-q", "--shared", root, clone));
      rmSync(clone, { recursive: true });
      const opened = await timed(() => places.open(site, "a", first, true));
      await places.free(site, "a");
      const moved = await timed(() => places.open(site, "b", second, true));
      await places.drop(site, null);
      // The first round warms up.
      if (round === 0) continue;
      clones.push(cloned);
      fresh.push(opened);
      pooled.push(moved);
    }
    const disk = files === 50_000 ? [await diskOf(folder, root, first)] : [];
    const of = `${files.toLocaleString("en")} files`;
    return [
      {
        what: `places: the first of a repository of ${of}`,
        measured: `${spread(fresh, "ms")}; a clone ${spread(clones, "ms")}`,
        ratio: median(fresh) / median(clones),
        goal: { is: "at most", ratio: 1.1 },
        against: "`git clone --shared` with its checkout, in turn",
      },
      {
        what: `places: the next from the pool, ${changed} of ${of} changed`,
        measured: spread(pooled, "ms"),
        ratio: median(pooled) / median(fresh),
        goal: files === 50_000 ? { is: "at most", ratio: 0.3 } : null,
        against: "the first",
        stops:
          "git looks at each file of the tree twice, to clean and to move, and Cairn once for what git doesn't see",
      },
      ...disk,
    ];
  });

export const places = async (): Promise<readonly Figure[]> => {
  // What 50,000 files leave for the disk to do would be measured with them.
  const runs = [await firstAgent(), await landingEight()];
  const figures: Figure[] = [];
  for (const files of sizes) figures.push(...(await ofSize(files)));
  delete process.env["CAIRN_PLACES"];
  return [...figures, ...runs];
};
