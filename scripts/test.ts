// Entry of the test run (usual tests, `--long` ones, or `--all`): orders files, longest first, and lets short ones share processes.
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { buildForAll } from "../test/fixtures/built.ts";
import { processes } from "../test/rules/together.ts";
import { lacking } from "./lacking.ts";
import { longest } from "./longest.ts";

const top = join(import.meta.dirname, "..");
const shown = 24;
const isAll = process.argv.includes("--all");
const long = [...processes(true).keys()];
const usual = [...processes(false).keys()];
const isLong = process.argv.includes("--long");
const files = isAll ? [...long, ...usual] : isLong ? long : usual;
const left = lacking(files);
const ordered = [
  ...longest.filter((file) => files.includes(file)),
  ...files.filter((file) => !longest.includes(file)).toSorted(),
].filter((file) => !left.has(file));

// Three of the first files would begin by building it, each for itself.
buildForAll();
const stream = run({
  cwd: top,
  files: ordered.map((file) => join(top, file)),
  // Files wait for processes and disks half of their time: another one fills it.
  concurrency: 2 * availableParallelism(),
  timeout: isAll || isLong ? 1_200_000 : 240_000,
  execArgv: [`--import=${join(top, "scripts/compiled.ts")}`],
});
/** Seconds by file: what to begin first, or to move to the long tests. */
const took: { readonly file: string; readonly seconds: number }[] = [];
stream.on("test:summary", ({ file, duration_ms: ms }) => {
  if (file !== undefined) took.push({ file: relative(top, file), seconds: Math.round(ms / 1000) });
});
stream.on("end", () => {
  const slowest = took.toSorted((one, other) => other.seconds - one.seconds).slice(0, shown);
  for (const [file, program] of left) process.stdout.write(`left out: ${file} (no ${program})\n`);
  process.stdout.write(
    `${left.size} of ${files.length} files left out\nslowest files:\n${slowest.map(({ file, seconds }) => `${String(seconds).padStart(5)} s  ${file}\n`).join("")}`,
  );
});
stream.on("test:fail", ({ todo }) => void (todo === undefined && (process.exitCode = 1)));
stream.compose(spec).pipe(process.stdout);
