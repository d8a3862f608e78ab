// A job begins when its place is there: the first against a clone that shares objects, the next against the first.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPlaces } from "../src/workspace/places/open-places.ts";
import { type Figure, median, repeats, spread } from "./figures.ts";
import { inFolder } from "./ground.ts";

const sizes = [1_000, 10_000, 50_000] as const;
/** So many files differ between the commits of two jobs that follow each other. */
const changed = 10;

const gitIn = (root: string, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid", "-c", "gc.auto=0", ...words], {
    cwd: root,
    encoding: "utf8",
  }).trim();

/** A repository of so many files in folders of a hundred, and a commit on it that changes a few of them. */
const repository = (root: string, files: number): readonly [first: string, second: string] => {
  const path = (n: number): string => join(root, `d${Math.floor(n / 100)}`, `f${n}.txt`);
  for (let n = 0; n < files; n += 100) mkdirSync(join(root, `d${n / 100}`), { recursive: true });
  for (let n = 0; n < files; n += 1) writeFileSync(path(n), `file ${n}\n${"x".repeat(400)}\n`);
  gitIn(root, "init", "-q");
  gitIn(root, "add", "--all");
  gitIn(root, "commit", "-qm", "first");
  const first = gitIn(root, "rev-parse", "HEAD");
  for (let n = 0; n < changed; n += 1) writeFileSync(path(n), "changed\n");
  gitIn(root, "commit", "-qam", "second");
  return [first, gitIn(root, "rev-parse", "HEAD")];
};

const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
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
        stops: "git looks at each file of the tree three times: to clean, to move, and to see that it stands as it should",
      },
    ];
  });

export const places = async (): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const files of sizes) figures.push(...(await ofSize(files)));
  delete process.env["CAIRN_PLACES"];
  return figures;
};
