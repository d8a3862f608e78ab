// Benchmark of `cairn status` on PostgreSQL: server round trips at the start.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Figure, median, spread } from "../figures.ts";
import { inFolder } from "../ground.ts";
import { installed, run } from "../program.ts";
import { onServer } from "./ground.ts";

const rounds = 25;

const started = (cairn: string, repo: string, home: string, ledger: readonly string[]): string => {
  mkdirSync(repo);
  spawnSync("git", ["init", "-q", repo]);
  const options = ["--home", home, "--explorers", "0", "--auto", "--json", ...ledger];
  const answer: unknown = JSON.parse(
    run([cairn, "run", "--later", "ultrawork", "measure", ...options], repo).out,
  );
  return typeof answer === "object" && answer !== null && "run" in answer ? String(answer.run) : "";
};

/** The part of the program that holds the server's client, in bytes; the library for other programs is one file. */
const clientBytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter(
      (path) =>
        path.endsWith(".cjs") &&
        statSync(path).isFile() &&
        readFileSync(path, "utf8").includes("CONNECTION_DESTROYED"),
    )
    .reduce((sum, path) => sum + statSync(path).size, 0);

export const postgresStatus = (): Promise<readonly Figure[]> =>
  inFolder((folder) =>
    onServer(async (url) => {
      const cairn = installed(folder);
      const [own, team] = [join(folder, "own"), join(folder, "team")];
      const ownRun = started(cairn, own, join(folder, "home-own"), []);
      const teamRun = started(cairn, team, join(folder, "home-team"), ["--ledger", url]);
      const bare: number[] = [];
      const file: number[] = [];
      const server: number[] = [];
      for (let round = -3; round < rounds; round += 1) {
        const made = [
          run(["-e", "0"], own).ms,
          run([cairn, "status", ownRun], own).ms,
          run([cairn, "status", teamRun, "--ledger", url], team).ms,
        ];
        if (round >= 0) [bare, file, server].forEach((list, n) => list.push(made[n] ?? Number.NaN));
      }
      const bytes = clientBytes(join(folder, "package", "dist"));
      return [
        {
          what: "`cairn status` as a whole process, the ledger in PostgreSQL",
          measured: `${spread(server, "ms", 1)}; in SQLite ${spread(file, "ms", 1)}; \`node -e 0\` ${spread(bare, "ms", 1)}; the part of the program that holds the client has ${(bytes / 1024).toFixed(0)} KiB, and a ledger in a file doesn't load it`,
          ratio: median(server) / median(file),
          goal: null,
          against: "the same with the ledger in SQLite, in turn, 25 of each",
        },
      ];
    }),
  );
