// What a fence costs a program, with caches of its user and without, beside the same one without a fence.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../src/runtime/host/child.ts";
import { openWorkspace } from "../src/workspace/open-workspace.ts";
import { programOf } from "../src/workspace/programs.ts";
import type { Fenced } from "../src/workspace/workspace.ts";
import { type Figure, median, spread } from "./figures.ts";
import { inFolder } from "./ground.ts";

const rounds = 100;
const goalMs = 30;
const checks = 11;

type Ways = {
  /** Milliseconds from start to end; null: without a fence. */
  readonly ran: (fenced: Fenced | null, argv: readonly string[]) => Promise<number>;
  /** Files of the repository decide which caches are served. */
  readonly fenced: (commands: readonly (readonly string[])[]) => Promise<Fenced>;
};

const test = `package shop

import "testing"

func TestAdd(t *testing.T) {
	if 1+2 != 3 {
		t.Fatal()
	}
}
`;

const waysIn = async (folder: string): Promise<Ways> => {
  const [root, place, home] = ["shop", "place", "home"].map((name) => join(folder, name));
  if (root === undefined || place === undefined || home === undefined) throw new TypeError("none");
  for (const path of [join(root, ".cairn"), place, join(home, ".cache/go-build")])
    mkdirSync(path, { recursive: true });
  mkdirSync(join(home, "go/pkg"), { recursive: true });
  writeFileSync(join(place, "go.mod"), "module example.com/shop\n\ngo 1.19\n");
  writeFileSync(join(place, "shop_test.go"), test);
  // A repository of its own, not the one around it.
  if (spawnSync("git", ["init", "-q", root]).status !== 0) throw new Error("git init failed");
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const fences = await workspace.fences();
  const env = { PATH: process.env["PATH"] ?? "", HOME: home };
  return {
    async fenced(commands) {
      const fenced = await fences.around({
        root,
        writable: [place],
        readable: [],
        shows: [],
        programs: [],
        hidden: [join(root, ".cairn")],
        state: null,
        env,
        work: { commit: null, commands },
      });
      if (fenced === null) throw new Error("this system makes no fence");
      return fenced;
    },
    async ran(fenced, argv) {
      const began = performance.now();
      const ran = await runProgram(
        {
          argv,
          env: { ...env, ...fenced?.env, CAIRN_MARK: "bench" },
          cwd: place,
          stdin: null,
          mark: "bench",
          fence: fenced === null ? null : { fenced, network: false },
          ms: 600_000,
          bytes: 100_000,
          output: () => undefined,
        },
        workspace.processes,
        new AbortController().signal,
      );
      if (ran.exit !== 0) throw new Error(`${argv.join(" ")} ended otherwise: ${ran.why}`);
      return performance.now() - began;
    },
  };
};

/** In turn, so that what else the machine does meets both. */
const inTurn = async (
  { ran }: Ways,
  fenced: Fenced,
  argv: readonly string[],
  times: number,
): Promise<readonly [within: readonly number[], bare: readonly number[]]> => {
  const [within, bare]: [number[], number[]] = [[], []];
  for (let round = -3; round < times; round += 1) {
    const [one, other] = [await ran(fenced, argv), await ran(null, argv)];
    if (round < 0) continue;
    within.push(one);
    bare.push(other);
  }
  return [within, bare];
};

const start = async (ways: Ways, fenced: Fenced, what: string, more: number): Promise<Figure> => {
  const [within, bare] = await inTurn(ways, fenced, ["true"], rounds);
  const over = median(within) - median(bare);
  const goal = goalMs + more;
  return {
    what: `a program's start and end within a fence${what}`,
    measured: `${spread(within, "ms", 1)}, ${over.toFixed(1)} ms over ${spread(bare, "ms", 1)} without`,
    ratio: over / goal,
    goal: { is: "at most", ratio: 1 },
    against: `${goal} ms over the same program without a fence, in turn, ${rounds} of each`,
  };
};

/** The first run without a fence fills the user's cache. */
const warmed = async (ways: Ways, fenced: Fenced): Promise<Figure> => {
  const argv = ["go", "test", "-count=1", "."];
  await ways.ran(null, argv);
  const [within, bare] = await inTurn(ways, fenced, argv, checks);
  return {
    what: "a Go check within a fence, with what its user has compiled",
    measured: `${spread(within, "ms")}, ${spread(bare, "ms")} without a fence`,
    ratio: median(within) / median(bare),
    goal: { is: "at most", ratio: 1.5 },
    against: `the same \`go test\` without a fence, in turn, ${checks} of each`,
  };
};

export const fence = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const ways = await waysIn(folder);
    const fenced = [await ways.fenced([]), await ways.fenced([["go"]])] as const;
    const [plain, served] = fenced;
    try {
      return [
        await start(ways, plain, "", 0),
        // Three programs a job then cost less than 100 ms more.
        await start(ways, served, ", both of Go's caches served", 30),
        ...(programOf("go", "/") === null ? [] : [await warmed(ways, served)]),
      ];
    } finally {
      for (const one of fenced) await one.close();
    }
  });
