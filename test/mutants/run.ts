// Program `npm run mutants`: how many of so many mutants of the model its tests find, and which they don't.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listed } from "../../scripts/generate/listed.ts";
import { chanceOf } from "../sim/chance.ts";
import { lineAt, top } from "../tidy/source.ts";
import { type Mutant, mutantsOf } from "./mutate.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "src/work/" },
    jobs: { type: "string", default: String(availableParallelism()) },
  },
});
/** A mutant that never ends is found, too: what takes so many times as long as without one. */
const LONGER = 5;
/** Share of the mutants that must be found. */
const LEAST = 0.9;

const isTest = (path: string): boolean => path.endsWith(".test.ts");
const among = (folders: RegExp): readonly string[] =>
  listed(top).filter(
    (path) => folders.test(path) && isTest(path) && !path.endsWith(".long.test.ts"),
  );
/** Quick ones first: what they find needs no others. */
const stages = [
  among(/^src\/work\//u),
  among(/^src\/protocols\/(ultrawork|ralph)\/|^test\/golden\/(complete|seed|ralph)\./u),
  among(/^test\/contract\/protocol-(ultrawork|ralph)\./u),
];
const sources = listed(top).filter(
  (path) => path.startsWith(values.only) && path.endsWith(".ts") && !isTest(path),
);

/** What is committed and what isn't yet, apart from the working tree. */
const copied = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-mutants-"));
  const paths = listed(top).join("\n");
  const tree = execFileSync("tar", ["--create", "--files-from=-"], {
    cwd: top,
    input: paths,
    maxBuffer: 2 ** 30,
  });
  execFileSync("tar", ["--extract"], { cwd: folder, input: tree });
  symlinkSync(join(top, "node_modules"), join(folder, "node_modules"));
  return folder;
};

const stagePasses = (folder: string, tests: readonly string[], timeout = 0): Promise<boolean> =>
  new Promise((resolve) => {
    const argv = ["--test", "--test-isolation=none", "--test-reporter=dot", ...tests];
    const child = spawn(process.execPath, argv, {
      cwd: folder,
      stdio: "ignore",
      timeout,
      killSignal: "SIGKILL",
    });
    child.once("exit", (code) => resolve(code === 0));
  });
/** Whether the tests pass in this copy, each stage in its time. */
const passes = async (folder: string, limits: readonly number[]): Promise<boolean> => {
  for (const [at, tests] of stages.entries())
    if (!(await stagePasses(folder, tests, limits[at]))) return false;
  return true;
};
/** How long each stage may take, in ms. */
const limitsIn = async (folder: string): Promise<readonly number[]> => {
  const limits: number[] = [];
  for (const tests of stages) {
    const begun = performance.now();
    if (!(await stagePasses(folder, tests))) throw new Error("the tests fail without any mutant");
    limits.push(LONGER * Math.ceil(performance.now() - begun));
  }
  return limits;
};

const place = ({ path, start, end, text }: Mutant): string => {
  const source = readFileSync(join(top, path), "utf8");
  const was = source.slice(start, end).replaceAll(/\s+/gu, " ");
  return `${path}:${lineAt(source, start)}: ${was.slice(0, 80)} -> ${text.slice(0, 90)}`;
};

const all = sources.flatMap((path) => mutantsOf(path, readFileSync(join(top, path), "utf8")));
const chance = chanceOf(Number(values.seed));
const chosen: Mutant[] = [];
for (const left = [...all]; chosen.length < Number(values.count) && left.length > 0;)
  chosen.push(...left.splice(chance.between(0, left.length - 1), 1));
const count = chosen.length;
if (count === 0) throw new Error(`no source file begins with ${values.only}`);
console.log(`${count} of ${all.length} mutants of ${values.only}, seed ${values.seed}`);

const missed: string[] = [];
const worker = async (): Promise<void> => {
  const folder = copied();
  try {
    const limits = await limitsIn(folder);
    for (let mutant = chosen.pop(); mutant !== undefined; mutant = chosen.pop()) {
      const file = join(folder, mutant.path);
      const source = readFileSync(file, "utf8");
      writeFileSync(file, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
      if (await passes(folder, limits)) {
        missed.push(place(mutant));
        console.log(`not found: ${place(mutant)}`);
      }
      writeFileSync(file, source);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
const found = count - missed.length;
console.log(`${found} of ${count} found (${Math.round((100 * found) / count)} %)`);
if (found < LEAST * count) process.exitCode = 1;
