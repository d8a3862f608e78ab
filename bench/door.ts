// Benchmark of the scan for hand edits: its cost with 1,000 files, and the delay until an edit is noticed.
import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "../src/workspace/open-workspace.ts";
import type { Workspace } from "../src/workspace/workspace.ts";
import { median, repeats, spread } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { inFolder } from "./ground.ts";

const count = 1_000;
const dropIns = [{ folder: "tasks", ending: ".json" }];

type Scene = {
  readonly home: string;
  readonly folder: string;
  readonly paths: readonly string[];
  readonly workspace: Workspace;
};
const projected = async (top: string): Promise<Scene> => {
  const [home, folder] = [join(top, ".cairn"), join(top, "run")];
  mkdirSync(folder);
  const workspace = await openWorkspace({ home });
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `tasks/${n}.json`,
      `${JSON.stringify({ n, text: "x".repeat(400) })}\n`,
    ]),
  );
  await workspace.project({ run: "r", folder, version: 1, files });
  // What changed within a tick of the last look can't be told by its time.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { home, folder, paths: Object.keys(files).map((path) => join(folder, path)), workspace };
};

/** In a workspace of its own each time, as a process that just began has it; beside the stat of each file and nothing else. */
export const scan = (): Promise<Figure> =>
  inFolder(async (top) => {
    const { home, folder, paths } = await projected(top);
    const ours: number[] = [];
    const limit: number[] = [];
    for (let round = 0; round <= repeats * 3; round += 1) {
      const fresh = await openWorkspace({ home });
      let began = performance.now();
      const drift = await fresh.drift("r", folder, dropIns);
      const took = performance.now() - began;
      if (drift.length > 0) throw new Error(`${drift.length} files were said to be edited`);
      began = performance.now();
      for (const path of paths) lstatSync(path, { throwIfNoEntry: false });
      // The first round warms up.
      if (round === 0) continue;
      limit.push(performance.now() - began);
      ours.push(took);
    }
    return {
      what: `looking for hand edits, ${count} files`,
      measured: `${spread(ours, "ms", 1)}; a stat of each ${spread(limit, "ms", 1)}`,
      ratio: median(ours) / 5,
      goal: { is: "at most", ratio: 1 },
      against: "5 ms",
    };
  });

/** From the end of the write until what was written is known. */
export const notice = (): Promise<Figure> =>
  inFolder(async (top) => {
    const { folder, workspace } = await projected(top);
    const took: number[] = [];
    for (let round = 0; round < repeats * 2; round += 1) {
      took.push(
        await new Promise<number>((resolve) => {
          // What watches keeps no process alive.
          const held = setInterval(() => undefined, 1_000);
          let began = 0;
          const stop = workspace.watch(folder, ["tasks"], () => {
            void workspace.drift("r", folder, dropIns).then((drift) => {
              if (drift.length <= round) return;
              clearInterval(held);
              stop();
              resolve(performance.now() - began);
            });
          });
          writeFileSync(join(folder, `tasks/${round}.json`), `{"edit":${round}}`);
          began = performance.now();
        }),
      );
    }
    return {
      what: `noticing an edit, ${count} files watched`,
      measured: spread(took, "ms", 1),
      ratio: median(took) / 100,
      goal: { is: "at most", ratio: 1 },
      against: "100 ms",
    };
  });
