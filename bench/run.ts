// Entry of `npm run bench`: runs all benchmarks of a page and checks their goals; `-- postgres`, `-- player`.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { flat, oneAtATime, shareOfTheDisk, together } from "./commands.ts";
import { notice, scan } from "./door.ts";
import { firstAgent } from "./first-agent.ts";
import { fence } from "./fence.ts";
import type { Figure } from "./figures.ts";
import { asTable, holds, reasons, spread } from "./figures.ts";
import { inFolder, rawAppends } from "./ground.ts";
import { iterative } from "./iterative.ts";
import { ledgerAlone } from "./ledger.ts";
import { manyProcesses, rewriteCosts, rewriteKeeps } from "./many.ts";
import { memory } from "./memory.ts";
import { page } from "./page.ts";
import { places } from "./places.ts";
import { player } from "./player.ts";
import { postgresMeasures } from "./postgres.ts";
import { program } from "./program.ts";
import { stigmergy } from "./stigmergy.ts";
import { verifying } from "./verify.ts";

const top = join(import.meta.dirname, "..");
const asked = process.argv.slice(2);
const built = spawnSync(process.execPath, [join(top, "scripts/build.ts")], { stdio: "inherit" });
if (built.status !== 0) throw new Error("the build failed");

/** How much the same raw appends differ from one moment to the next on this machine: below that no difference means anything. */
const noise = (): Promise<string> =>
  inFolder(async (folder) =>
    spread(
      Array.from({ length: 11 }, () => (500 / rawAppends(folder, 330, 500)) * 1_000),
      "appends + fdatasync/s",
    ),
  );

const all: readonly (() => Promise<Figure | readonly Figure[]>)[] = [
  ledgerAlone,
  oneAtATime,
  shareOfTheDisk,
  together,
  flat,
  program,
  scan,
  notice,
  manyProcesses,
  memory,
  verifying,
  places,
  fence,
  rewriteKeeps,
  rewriteCosts,
  player,
  iterative,
  stigmergy,
  firstAgent,
  page,
];
const pages: Readonly<
  Record<string, { readonly file: string; readonly title: string; readonly measures: typeof all }>
> = {
  local: { file: "benchmarks.md", title: "Benchmarks", measures: all },
  postgres: {
    file: "benchmarks-postgres.md",
    title: "Benchmarks of a ledger in PostgreSQL",
    measures: postgresMeasures,
  },
};
const whole = pages[asked[0] ?? "local"];
const known = Object.values(pages).flatMap(({ measures }) => measures);
const measures = whole?.measures ?? known.filter(({ name }) => asked.includes(name));
if (measures.length === 0)
  throw new Error(
    `no such part; there are: ${[...Object.keys(pages), ...known.map(({ name }) => name)].join(", ")}`,
  );
const figures: Figure[] = [];
const before = await noise();
for (const measure of measures) {
  const made = await measure();
  for (const figure of Array.isArray(made) ? made : [made]) {
    figures.push(figure);
    console.log(
      `${holds(figure) ? "  " : "✗ "}${figure.what}: ${figure.measured}; ratio ${figure.ratio.toFixed(2)}`,
    );
  }
}
const after = await noise();

const [cpu] = cpus();
const command = `npm run bench${asked[0] === undefined ? "" : ` -- ${asked[0]}`}`;
const text = `# ${whole?.title ?? ""}

Made by \`${command}\`; no figure here is a test. Each is a ratio against a limit or a peer measured in the same run.

Machine: ${cpu?.model.trim() ?? "unknown"}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform}, Node ${process.versions.node}, SQLite ${process.versions["sqlite"] ?? "?"}.
Noise: the same raw appends, eleven times before ${before} and after ${after}.

${asTable(figures)}
${reasons(figures)}`;
if (whole !== undefined) writeFileSync(join(top, "docs/proofs", whole.file), text);
else console.log(`noise: ${before} before, ${after} after`);
process.exitCode = figures.every(holds) ? 0 : 1;
