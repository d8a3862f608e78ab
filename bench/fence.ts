// What a fence costs a program that it is made around, beside the same program without one.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../src/runtime/host/child.ts";
import { openWorkspace } from "../src/workspace/open-workspace.ts";
import type { Fenced } from "../src/workspace/workspace.ts";
import { type Figure, median, spread } from "./figures.ts";
import { inFolder } from "./ground.ts";

const rounds = 100;
const goalMs = 30;

export const fence = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const [root, place] = [join(folder, "shop"), join(folder, "place")];
    for (const path of [join(root, ".cairn"), place]) mkdirSync(path, { recursive: true });
    const workspace = await openWorkspace({ home: join(root, ".cairn") });
    const fences = await workspace.fences();
    const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/" };
    const ask = {
      root,
      writable: [place],
      readable: [],
      programs: [],
      hidden: [join(root, ".cairn")],
      state: null,
      env,
    };
    const started = async (fenced: Fenced | null): Promise<number> => {
      const began = performance.now();
      const ran = await runProgram(
        {
          argv: ["true"],
          env: { ...env, ...fenced?.env, CAIRN_MARK: "bench" },
          cwd: place,
          stdin: null,
          mark: "bench",
          fence: fenced === null ? null : { fenced, network: false },
          ms: 60_000,
          bytes: 1_000,
          output: () => undefined,
        },
        workspace.processes,
        new AbortController().signal,
      );
      if (ran.exit !== 0) throw new Error(`it ended otherwise: ${ran.why}`);
      return performance.now() - began;
    };
    const fenced = await fences.around(ask);
    if (fenced === null) throw new Error("this system makes no fence");
    const [within, bare]: [number[], number[]] = [[], []];
    for (let round = -3; round < rounds; round += 1) {
      const [one, other] = [await started(fenced), await started(null)];
      if (round < 0) continue;
      within.push(one);
      bare.push(other);
    }
    await fenced.close();
    const over = median(within) - median(bare);
    return {
      what: "a program's start and end within a fence",
      measured: `${spread(within, "ms", 1)}, ${over.toFixed(1)} ms over ${spread(bare, "ms", 1)} without`,
      ratio: over / goalMs,
      goal: { is: "at most", ratio: 1 },
      against: `${goalMs} ms over the same program without a fence, in turn, ${rounds} of each`,
    };
  });
