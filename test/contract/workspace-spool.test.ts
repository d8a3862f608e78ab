// Tests of the spool: whole entries, one claim among many, refusals.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { makingName } from "../../src/workspace/spool/remains.ts";
import type { Spool } from "../../src/workspace/workspace.ts";
import { compiled } from "../fixtures/compiled.ts";
import { ownFolder } from "./workspace-folder.ts";
import { spoolExit, spoolJob } from "./workspace-spool-job.ts";

const open = async (t: TestContext): Promise<{ home: string; spool: Spool }> => {
  const home = join(ownFolder(t), ".cairn");
  return { home, spool: (await openWorkspace({ home })).spool };
};

test("a refusal is kept where it can be, and neither what lies there instead nor an entry that went keeps anybody from going on", async (t) => {
  const { spool } = await open(t);
  const folder = await spool.make(spoolJob("r1", 1), "");
  const path = join(folder, "refused.json");
  assert.equal(await spool.refusal(folder), null);
  await spool.refuse(folder, "REPORT_MISFIT: no");
  assert.deepEqual(await spool.refusal(folder), { times: 1, why: "REPORT_MISFIT: no" });
  await spool.refuse(folder, "REPORT_MISFIT: again no");
  assert.deepEqual(await spool.refusal(folder), { times: 2, why: "REPORT_MISFIT: again no" });
  truncateSync(path, 100 * 1024 * 1024);
  assert.equal(await spool.refusal(folder), null);
  rmSync(path);
  symlinkSync("/etc/passwd", path);
  await spool.refuse(folder, "no");
  assert.equal(await spool.refusal(folder), null);
  await spool.remove(folder);
  await spool.refuse(folder, "no");
  assert.equal(await spool.refusal(folder), null);
});

test("an entry goes from made over hosted to ended, and is read as it was written", async (t) => {
  const { home, spool } = await open(t);
  assert.deepEqual(await spool.list(), { entries: [], broken: [] });
  const job = spoolJob("r1", 3);
  const folder = await spool.make(job, "do this — ünd that\n");
  assert.equal(folder, join(home, "spool/r1/3"));
  assert.deepEqual(await spool.read(folder), {
    run: "r1",
    fence: 3,
    folder,
    job,
    host: null,
    exit: null,
  });
  assert.equal(await spool.text(folder, "brief.md", 1000), "do this — ünd that\n");
  const host = { is: "host", process: { pid: 7, start: "x" } } as const;
  assert.equal(await spool.host(folder, host), true);
  assert.equal(await spool.host(folder, { is: "void", why: "late" }), false);
  await spool.exit(folder, spoolExit);
  assert.deepEqual(await spool.read(folder), {
    run: "r1",
    fence: 3,
    folder,
    job,
    host,
    exit: spoolExit,
  });
  await assert.rejects(spool.make(job, ""), { code: "SPOOL_TAKEN" });
  await spool.make(spoolJob("r1", 12), "");
  await spool.make(spoolJob("r2", 1), "");
  assert.deepEqual(
    (await spool.list("r1")).entries.map(({ fence }) => fence),
    [3, 12],
  );
  assert.deepEqual(
    (await spool.list()).entries.map(({ run, fence }) => [run, fence]),
    [
      ["r1", 3],
      ["r1", 12],
      ["r2", 1],
    ],
  );
  await spool.remove(folder);
  assert.equal(await spool.read(folder), null);
  assert.equal(await spool.host(folder, { is: "void", why: "late" }), false);
  await spool.remove(folder);
  await spool.remove(join(home, "spool/r1/12"));
  assert.equal(existsSync(join(home, "spool/r1")), false);
});

test("of many who would host, in several processes, one does", async (t) => {
  const { home, spool } = await open(t);
  const folder = await spool.make(spoolJob("r1", 1), "");
  const script = join(home, "../host.ts");
  writeFileSync(
    script,
    `import { openWorkspace } from ${JSON.stringify(join(import.meta.dirname, "../../src/workspace/open-workspace.ts"))};
const { spool } = await openWorkspace({ home: process.argv[2] ?? "" });
const won = await Promise.all([1, 2, 3].map((pid) => spool.host(process.argv[3] ?? "", { is: "host", process: { pid, start: String(process.pid) } })));
process.exitCode = won.filter((one) => one).length;
`,
  );
  const ended = await Promise.all(
    [1, 2, 3].map(() =>
      once(
        spawn(process.execPath, [script, home, folder], {
          env: { ...process.env, ...compiled },
          stdio: "inherit",
        }),
        "exit",
      ),
    ),
  );
  assert.equal(
    ended.reduce((sum, [code]: unknown[]) => sum + Number(code), 0),
    1,
  );
  assert.equal((await spool.read(folder))?.host?.is, "host");
});

test("the highest fence that has a folder is told, whatever is in it", async (t) => {
  const { home, spool } = await open(t);
  assert.equal(await spool.highest("r1"), 0);
  await spool.make(spoolJob("r1", 3), "");
  await spool.make(spoolJob("r1", 12), "");
  await spool.make(spoolJob("r2", 40), "");
  assert.equal(await spool.highest("r1"), 12);
  for (const name of ["21", "0x99", "31.old", "9".repeat(30)])
    mkdirSync(join(home, "spool/r1", name));
  assert.equal(await spool.highest("r1"), 21);
});

test("half-made entries are no entries, broken ones are named, and reading one is a fault", async (t) => {
  const { home, spool } = await open(t);
  const whole = await spool.make(spoolJob("r1", 1), "");
  mkdirSync(join(home, "spool/r1/.new-2-abc"));
  mkdirSync(join(home, "spool/r1/2"));
  assert.deepEqual(
    (await spool.list()).entries.map(({ folder }) => folder),
    [whole],
  );
  assert.deepEqual((await spool.list()).broken, []);
  writeFileSync(join(home, "spool/r1/2/job.json"), '{"run":"r1"');
  const third = await spool.make(spoolJob("r1", 3), "");
  writeFileSync(join(third, "host.json"), "");
  const fourth = await spool.make(spoolJob("r1", 4), "");
  writeFileSync(join(fourth, "exit.json"), '{"exit":0}');
  assert.deepEqual(
    await spool
      .list("r1")
      .then(({ entries, broken }) => [entries.map(({ fence }) => fence), broken]),
    [[1], [join(home, "spool/r1/2"), third, fourth]],
  );
  assert.deepEqual(
    [await spool.of("r1", 1), await spool.of("r1", 3), await spool.of("r1", 9)].map(
      (entry) => entry?.fence ?? null,
    ),
    [1, null, null],
  );
  await assert.rejects(spool.read(third), { code: "SPOOL_BROKEN" });
  await assert.rejects(spool.read(join(home, "spool/../../elsewhere")), { code: "PATH_OUTSIDE" });
  await assert.rejects(spool.remove(join(home, "spool/r1")), { code: "PATH_OUTSIDE" });
  await assert.rejects(spool.list("../r1"), { code: "RUN_UNNAMED" });
});

test("what killed processes left half made or half removed goes when somebody looks, what is being made stays", async (t) => {
  const { home, spool } = await open(t);
  const runs = join(home, "spool/r1");
  const dead = spawnSync(process.execPath, ["--version"]).pid;
  const [living, left, elsewhere] = [makingName(2), makingName(3), makingName(4)];
  mkdirSync(join(runs, ".gone-1-abc"), { recursive: true });
  for (const name of [
    living,
    left.replace(`-${process.pid}-`, `-${dead}-`),
    elsewhere.replace(/-[0-9a-f]{8}-/, "-00000000-"),
  ])
    mkdirSync(join(runs, name));
  await spool.list("r1");
  assert.deepEqual(readdirSync(runs).length, 2);
  assert.ok(existsSync(join(runs, living)));
  rmSync(runs, { recursive: true });
  mkdirSync(join(runs, ".gone-1-abc"), { recursive: true });
  assert.deepEqual(await spool.list(), { entries: [], broken: [] });
  assert.equal(existsSync(runs), false);
});

test("entries are made while others remove theirs, though each last one takes the folder with it", async (t) => {
  const { home, spool } = await open(t);
  const script = join(home, "../come-and-go.ts");
  writeFileSync(
    script,
    `import { openWorkspace } from ${JSON.stringify(join(import.meta.dirname, "../../src/workspace/open-workspace.ts"))};
import { spoolJob } from ${JSON.stringify(join(import.meta.dirname, "workspace-spool-job.ts"))};
const { spool } = await openWorkspace({ home: process.argv[2] ?? "" });
for (let turn = 0; turn < 40; turn += 1) await spool.remove(await spool.make(spoolJob("r1", turn * 10 + Number(process.argv[3])), ""));
`,
  );
  const ended = await Promise.all(
    ["1", "2", "3"].map((own) =>
      once(
        spawn(process.execPath, [script, home, own], {
          env: { ...process.env, ...compiled },
          stdio: "inherit",
        }),
        "exit",
      ),
    ),
  );
  assert.deepEqual(
    ended.map(([code]: unknown[]) => code),
    [0, 0, 0],
  );
  await spool.list("r1");
  assert.deepEqual(readdirSync(join(home, "spool")), []);
});

test("reports are kept one by one, in order, also beyond nine; one too many or too large is a fault", async (t) => {
  const { spool } = await open(t);
  const folder = await spool.make(spoolJob("r1", 1), "");
  for (let number = 1; number <= 12; number += 1) await spool.report(folder, { number, text: "ü" });
  assert.deepEqual(
    await spool.reports(folder),
    Array.from({ length: 12 }, (_, index) => ({ number: index + 1, text: "ü" })),
  );
  await assert.rejects(spool.report(folder, "x".repeat(1_100_000)), { code: "FIELD_OVERSIZED" });
  for (let number = 13; number <= 100; number += 1) await spool.report(folder, number);
  await assert.rejects(spool.report(folder, 101), { code: "REPORTS_OVERRUN" });
});

test("of a long output head and tail are read, cut where characters begin, with what is left out said", async (t) => {
  const { spool } = await open(t);
  const folder = await spool.make(spoolJob("r1", 1), "");
  assert.equal(await spool.text(folder, "out", 100), "");
  const text = `${"é".repeat(5_000)}END`;
  writeFileSync(join(folder, "out"), text);
  assert.equal(await spool.text(folder, "out", 20_000), text);
  for (let bytes = 90; bytes < 99; bytes += 1) {
    const [head = "", middle = "", tail = ""] = (await spool.text(folder, "out", bytes)).split(
      "\n",
    );
    assert.match(head, /^é+$/);
    assert.match(tail, /^é+END$/);
    assert.ok(
      Buffer.byteLength(head + tail) <= bytes && Buffer.byteLength(head + tail) >= bytes - 4,
    );
    assert.equal(
      middle,
      `[${Buffer.byteLength(text) - Buffer.byteLength(head + tail)} bytes left out]`,
    );
  }
});

test("a watcher hears of a new entry, its host, reports and end, but not of what is printed", async (t) => {
  const { home, spool } = await open(t);
  let hints = 0;
  let wake = (): void => {};
  const stop = spool.watch(() => {
    hints += 1;
    wake();
  });
  t.after(stop);
  const heard = async (act: () => Promise<unknown>): Promise<void> => {
    const before = hints;
    const come = new Promise<void>((resolve) => (wake = resolve));
    await act();
    if (hints === before)
      await Promise.race([
        come,
        new Promise((_, reject) => setTimeout(() => reject(new Error("not heard")), 5_000).unref()),
      ]);
  };
  const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 450));
  let folder = "";
  const alive = setInterval(() => {}, 1_000);
  t.after(() => clearInterval(alive));
  await heard(async () => (folder = await spool.make(spoolJob("r1", 1), "")));
  await heard(() => spool.host(folder, { is: "void", why: "test" }));
  await heard(() => spool.report(folder, 1));
  await quiet();
  const before = hints;
  writeFileSync(join(folder, "out"), "much");
  await quiet();
  writeFileSync(join(folder, "out"), "more");
  await quiet();
  assert.equal(hints, before);
  await heard(() => spool.exit(folder, spoolExit));
  await heard(() => spool.remove(folder));
  rmSync(home, { recursive: true });
  await heard(() => spool.make(spoolJob("r2", 1), ""));
  stop();
  assert.ok(readdirSync(home).includes("spool"));
  assert.equal(readFileSync(join(home, ".gitignore"), "utf8"), "*\n");
});
