// Why: the longest files begin first, so that all cores end together; short tests share a few processes (test/rules).
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { buildForAll } from "../test/fixtures/built.ts";
import { alone } from "../test/rules/together.ts";

const top = join(import.meta.dirname, "..");
/** In order of the CPU time that they take, and at last those that mostly wait, for twenty seconds and more; whatever isn't named comes after them. */
const longest = [
  "test/e2e/cli-process.test.ts",
  "test/e2e/packed.test.ts",
  "test/sim/sim.test.ts",
  "test/e2e/cli-iterative.test.ts",
  "test/fuzz/fuzz.test.ts",
  "test/e2e/cli-agents-bad.test.ts",
  "test/e2e/runner.test.ts",
  "test/lies/lies.test.ts",
  "test/e2e/player-hostile.test.ts",
  "test/e2e/two-machines.test.ts",
  "test/e2e/cli-stigmergy.test.ts",
  "test/rules/iterative.ts",
  "test/fuzz/stigmergy-linear.test.ts",
  "test/crash/iterative.test.ts",
  "test/crash/crash.test.ts",
  "test/e2e/cli-run.test.ts",
  "test/rules/runner.ts",
  "test/crash/iterative-ground.test.ts",
  "test/crash/stigmergy.test.ts",
  "test/rules/player.ts",
  "test/mcp/program.test.ts",
  "test/web/smoke.test.ts",
  "test/rules/ultrawork.ts",
  "test/e2e/resume.test.ts",
  "test/postgres/away.test.ts",
  "test/postgres/histories.test.ts",
];
const files = [...alone(), ...globSync("test/rules/!(together).ts", { cwd: top })];
for (const file of longest) if (!files.includes(file)) throw new Error(`${file} is no file of tests: see scripts/test.ts`);
const ordered = [...longest, ...files.filter((file) => !longest.includes(file)).toSorted()];

// Three of the first files would begin by building it, each for itself.
buildForAll();
const stream = run({
  cwd: top,
  files: ordered.map((file) => join(top, file)),
  // Files wait for processes and disks now and then: one more of them fills that time.
  concurrency: availableParallelism() + 1,
  timeout: 240_000,
  execArgv: [`--import=${join(top, "scripts/compiled.ts")}`],
});
stream.on("test:fail", ({ todo }) => void (todo === undefined && (process.exitCode = 1)));
stream.compose(spec).pipe(process.stdout);
