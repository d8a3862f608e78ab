// A budget that is spent by what tokens cost, or by the project's day; and by a job whose runner was killed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { room } from "./agents-stand-in.ts";
import { eventsOf, tasks, twoTasks, work } from "./budget-shop.ts";
import { auto, configure, envOf, handed, shop } from "./places-shop.ts";
import { hostsWithin } from "./desk.ts";

hostsWithin();

test("killed between the job's end and the question it counts once and asks once", async (t) => {
  const waits = `const fs = require("node:fs"), at = process.env.CAIRN_ROOT + "/../handed", go = at + "/go"; if (!fs.existsSync(go)) fs.watch(at, () => fs.existsSync(go) && process.exit());`;
  const here = shop(
    t,
    { "1": [{ run: [process.execPath, "-e", waits] }, ...work("1")], "2": work("2") },
    tasks,
  );
  const env = {
    ...process.env,
    HOME: here.folder,
    CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions"),
    ...envOf(here).env,
  };
  const runner = spawn(process.execPath, [builtLauncher(), ...auto, "--budget", "1jobs"], {
    cwd: here.root,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const text of runner.stdout) if (String(text).includes("task-1-1")) break;
  runner.kill("SIGKILL");
  await once(runner, "close");
  const spool = join(here.root, ".git/cairn/spool");
  const folders = readdirSync(spool, { recursive: true, encoding: "utf8" });
  const [job] = folders.filter((path) => path.endsWith("job.json"));
  assert.ok(job !== undefined, folders.join());
  const exit = join(spool, job, "../exit.json");
  const ended = new Promise<void>((resolve) => {
    const watcher = watch(join(spool, job, ".."), () => {
      if (!existsSync(exit)) return;
      watcher.close();
      resolve();
    });
  });
  writeFileSync(handed(here, "go"), "");
  await ended;
  for (const _ of [1, 2]) {
    const run = await here.ends(3, "run s");
    assert.match(run.out, /waits for you {2}budget-1\n/u);
  }
  for (const type of ["JobCounted", "UseCounted", "BudgetReached"])
    assert.equal((await eventsOf(here, type)).length, 1, type);
});

const told = `writeFileSync(task + ".txt", "x");
say({ type: "turn.completed", usage: { input_tokens: 1200, cached_input_tokens: 1000, output_tokens: 100 } });
tell(block(done()));`;

test("tokens cost what the configuration says; without a price the run says that money can't bind", async (t) => {
  const here = room(t, told);
  const plain = await here.played(2, "--budget", "1usd 1Mtok");
  assert.equal(
    plain.told.match(/what codex costs isn't told, so a limit in usd can't bind there/gu)?.length,
    2,
  );
  const priced = room(t, told);
  configure(priced, { prices: { codex: { in: 1_000, out: 2_000, cached: 100 } } });
  // 200 in at $1,000 a million, 1,000 cached at $100, 100 out at $2,000: $0.50.
  const { told: text, exit } = await priced.played(2, "--budget", "0.5usd", "--max-workers", "1");
  assert.equal(exit, 3, text);
  assert.match(text, /The run's budget is used up: \$0\.50 of \$0\.50/u);
  assert.doesNotMatch(text, /can't bind/u);
  assert.match(text, /1,200 tokens in, 1,000 of them cached, 100 out/u);
});

test("a limit of the project's day holds for all its runs, until a person raises it or another day begins", async (t) => {
  const here = twoTasks(t);
  configure(here, { budget: { day: "1jobs" } });
  const first = await here.ends(3, auto);
  assert.match(
    first.out,
    /The project's budget for \d{4}-\d\d-\d\d is used up, by all its runs: 1 of 1 job\./u,
  );
  const other = await here.ends(3, [...auto.slice(0, -1), "other"]);
  assert.match(other.out, /This run used 0 jobs/u);
  await here.ends(0, "decide other budget-1 raise --budget 9jobs");
  await here.ends(0, "run other");
});
