// Benchmark of the installed program's start: `cairn status` beside bare Node of the same version.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "../src/ledger/sqlite.ts";
import type { Figure } from "./figures.ts";
import { median, spread } from "./figures.ts";
import { openWorkspace } from "../src/workspace/open-workspace.ts";
import { spoolJob } from "../test/contract/workspace-spool-job.ts";
import { asInstalled, doorOver, inFolder, plan, say } from "./ground.ts";

const top = join(import.meta.dirname, "..");
const rounds = 25;

export const run = (
  argv: readonly string[],
  cwd: string,
  input = "",
  env: NodeJS.ProcessEnv = {},
): { readonly ms: number; readonly out: string } => {
  const began = performance.now();
  const done = spawnSync(process.execPath, argv, {
    cwd,
    encoding: "utf8",
    input,
    env: { ...process.env, ...env },
  });
  const ms = performance.now() - began;
  if (done.status !== 0)
    throw new Error(`${argv.join(" ")} ended with ${done.status}: ${done.stderr}${done.stdout}`);
  return { ms, out: done.stdout };
};

/** The program as a package would hold it: the launcher and the build, without its source beside. */
export const installed = (folder: string): string => {
  if (!existsSync(join(top, "dist", "main.cjs"))) throw new Error("build first: npm run build");
  cpSync(join(top, "dist"), join(folder, "package", "dist"), { recursive: true });
  cpSync(join(top, "bin"), join(folder, "package", "bin"), { recursive: true });
  cpSync(join(top, "package.json"), join(folder, "package", "package.json"));
  return join(folder, "package", "bin", "cairn.cjs");
};

/** What each edit of an agent pays: in a chat that has no job, and in one of a hosted job, here a planner's. */
const hooked = async (
  cairn: string,
  repo: string,
  id: string,
): Promise<{ readonly bare: number[]; readonly chat: number[]; readonly holder: number[] }> => {
  const told = JSON.stringify({ tool_name: "Write", tool_input: { file_path: "a.txt" } });
  const { token } = JSON.parse(run([cairn, "job", "claim", id, "plan-1", "--json"], repo).out);
  const { spool } = await openWorkspace({ home: join(repo, ".git/cairn") });
  const ground = { root: repo, place: null, ignores: [] };
  await spool.make({ ...spoolJob(id, Number(token.split(".")[0])), ground }, "");
  const own = { CAIRN_RUN: id, CAIRN_TOKEN: token };
  const measured = { bare: Array<number>(), chat: Array<number>(), holder: Array<number>() };
  for (let round = -3; round < rounds; round += 1) {
    const bare = run(["-e", "0"], repo).ms;
    const chat = run([cairn, "setup", "hooks", "run", "PreToolUse"], repo, told);
    const holder = run([cairn, "setup", "hooks", "run", "PreToolUse"], repo, told, own);
    if (chat.out !== "" || !holder.out.includes("not now"))
      throw new Error(`the hooks answered otherwise: ${chat.out}${holder.out}`);
    if (round < 0) continue;
    measured.bare.push(bare);
    measured.chat.push(chat.ms);
    measured.holder.push(holder.ms);
  }
  return measured;
};

export const program = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const cairn = installed(folder);
    const repo = join(folder, "repo");
    mkdirSync(repo);
    spawnSync("git", ["init", "-q", repo]);
    writeFileSync(join(repo, "a.txt"), "a\n");
    spawnSync("git", ["add", "--all"], { cwd: repo });
    const author = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
    spawnSync("git", [...author, "commit", "-q", "-m", "Begin"], { cwd: repo });
    const home = join(folder, "home");
    const started: unknown = JSON.parse(
      run(
        [
          cairn,
          "run",
          "--later",
          "ultrawork",
          "measure",
          "--home",
          home,
          "--explorers",
          "0",
          "--auto",
          "--json",
        ],
        repo,
      ).out,
    );
    const id =
      typeof started === "object" && started !== null && "run" in started
        ? String(started.run)
        : "";
    const compare = (): { readonly bare: number[]; readonly status: number[] } => {
      const bare: number[] = [];
      const status: number[] = [];
      for (let round = -3; round < rounds; round += 1) {
        const [a, b] = [run(["-e", "0"], repo).ms, run([cairn, "status", id], repo).ms];
        if (round >= 0) {
          bare.push(a);
          status.push(b);
        }
      }
      return { bare, status };
    };
    const small = compare();
    const hooks = await hooked(cairn, repo, id);

    const ledger = await openSqlite({ path: join(repo, ".git/cairn/ledger.db") });
    const door = doorOver(ledger, asInstalled);
    await plan(door, id);
    for (let n = 0; n < 1_000; n += 1)
      await Promise.all(Array.from({ length: 100 }, (_, i) => say(door, id, i)));
    await ledger.close();
    const large = compare();
    const over = median(large.status) - median(large.bare);
    return [
      {
        what: "`cairn status` as a whole process",
        measured: `${spread(small.status, "ms", 1)}; \`node -e 0\` ${spread(small.bare, "ms", 1)}`,
        ratio: median(small.status) / median(small.bare),
        goal: { is: "at most", ratio: 2 },
        against: "`node -e 0` of the same Node, in turn, 25 of each",
        stops:
          "of what it takes over bare Node about a third is the launcher and main.cjs, as `cairn --version` shows, and nearly half the rules of the run, which are read and evaluated; the rest opens two databases and answers; the ratio is higher where Node starts faster; a snapshot of V8 would not help, since an empty program that starts from one takes 1.4 × itself",
      },
      ...(
        [
          ["a hook before an edit, in a chat without a job", hooks.chat],
          ["a hook before an edit, held back for a job", hooks.holder],
        ] as const
      ).map(([what, times]) => ({
        what,
        measured: `${spread(times, "ms", 1)}; \`node -e 0\` ${spread(hooks.bare, "ms", 1)}`,
        ratio: median(times) / median(hooks.bare),
        goal: { is: "at most", ratio: 2.5 } as const,
        against: "`node -e 0` of the same Node, in turn, 25 of each",
        stops:
          "each call of a hook is a process: beside Node's start it reads the program's own files, asks SQLite whether the job is still held and loads its protocol's rules, which tell what that job may write",
      })),
      {
        what: "`cairn status` of a run of 100,000 events",
        measured: `${spread(large.status, "ms", 1)}, ${over.toFixed(1)} ms over bare Node`,
        ratio: over / 50,
        goal: { is: "at most", ratio: 1 },
        against: "50 ms over bare Node",
      },
    ];
  });
