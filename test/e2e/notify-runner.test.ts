// Killed runners: the watchdog that outlives them tells of a run that is live with work due, once.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Notice } from "../../src/cli/notify/notice.ts";
import { createWatchdog, graceMs, type WatchdogParts } from "../../src/cli/notify/watchdog.ts";
import { openNotices } from "../../src/workspace/notices.ts";
import { openRunners } from "../../src/workspace/runners.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { atEnd } from "../fixtures/at-end.ts";
import { job, picture } from "../fixtures/picture.ts";
import { at } from "./desk.ts";
import { personal, receiver } from "./notify-receiver.ts";
import { auto, slowShop } from "./one-file.ts";

test("a killed runner is told after a grace, once, unless the run goes on, ended or only asks", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "cairn-watchdog-"));
  t.after(() => rmSync(home, { recursive: true }));
  const dead = new Set<number>();
  const machine = (pid: number) => ({
    self: { pid, start: "1" },
    alive: (process: { readonly pid: number }) => !dead.has(process.pid),
  });
  const drive = (pid: number, run: string) => openRunners(home, machine(pid)).begin(run, "t");
  const shown = new Map<string, Parameters<typeof picture>[0]>();
  const told: Notice[] = [];
  let now = 0;
  const parts = (): WatchdogParts => ({
    system: {
      picture: (run) =>
        Promise.resolve(picture({ run, jobs: [job("task-1-1")], ...shown.get(run) })),
      workspace: {
        runners: openRunners(home, machine(1)),
        notices: () => Promise.resolve(openNotices(home)),
      },
    },
    tell: (notice) => Promise.resolve(void told.push(notice)),
    elapsed: () => now,
  });
  const look = createWatchdog(parts());
  assert.equal(await look(), true, "its first runner has still to begin");
  for (const [pid, run] of [
    [2, "killed"],
    [3, "over"],
    [4, "asks"],
    [5, "again"],
  ] as const)
    drive(pid, run);
  shown.set("over", { life: "over" });
  shown.set("asks", { jobs: [job("approve-1", { kind: "decision" })] });
  const clean = drive(6, "clean");
  assert.equal(await look(), true);
  clean();
  for (const pid of [2, 3, 4, 5]) dead.add(pid);
  assert.equal(await look(), true);
  // The next runner here drops the records of killed ones.
  const again = drive(7, "again");
  now += graceMs;
  assert.equal(await look(), true);
  assert.deepEqual(
    told.map(({ event, run, command }) => [event, run, command]),
    [["runner", "killed", "cairn run killed"]],
  );
  again();
  now += graceMs - 1;
  assert.equal(await look(), true, "the next runner may begin at once");
  now += 1;
  assert.equal(await look(), false);
  assert.equal(told.length, 1);
});

test("a signal that ends the runner sends a notice as a kill does, and the watchdog ends", async (t) => {
  const here = slowShop(t);
  const hook = await receiver(t);
  personal(here.folder, { notify: { webhook: `${hook.origin}/json`, on: ["runner"] } });
  const runner = spawn(process.execPath, [builtLauncher(), ...auto], {
    cwd: here.root,
    env: {
      ...process.env,
      HOME: here.folder,
      CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions"),
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const text of runner.stdout) if (String(text).includes("task-1-1")) break;
  runner.kill("SIGTERM");
  await once(runner, "close");
  atEnd(t, () => here.cairn("stop --cancel s"));
  const [notice] = await hook.came(1);
  const body: unknown = JSON.parse(notice?.body ?? "");
  assert.deepEqual([at(body, "event"), at(body, "title")], ["runner", "No runner: One file"]);
  assert.match(String(at(body, "text")), new RegExp(`\\(${runner.pid}\\) is gone`, "u"));
  const records = join(here.root, ".git/cairn/cache/watchdogs");
  await new Promise<void>((resolve) => {
    const ended = watch(records, () => look());
    const look = (): void => {
      if (readdirSync(records).length > 0) return;
      ended.close();
      resolve();
    };
    look();
  });
});
