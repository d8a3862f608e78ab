// Tests of the workspace on a full or read-only disk: faults in words, no half files.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { Fault } from "../../src/core/refusal.ts";
import { diskFault } from "../../src/workspace/disk/fault.ts";
import { homeName, makeHome } from "../../src/workspace/home.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder } from "./workspace-folder.ts";
import { spoolJob } from "./workspace-spool-job.ts";

const mount = (...words: readonly string[]): boolean =>
  process.platform === "linux" && spawnSync("mount", words, { stdio: "ignore" }).status === 0;
/** Hooks run in the order in which they were set: unmounted before the folder goes. */
const mountPoint = (t: TestContext): string => {
  const at = { folder: "" };
  t.after(() => void spawnSync("umount", ["-l", at.folder], { stdio: "ignore" }));
  at.folder = join(ownFolder(t), "disk");
  mkdirSync(at.folder);
  return at.folder;
};
/** null: not allowed here. */
const smallDisk = (t: TestContext): string | null => {
  const folder = mountPoint(t);
  return mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", folder) ? folder : null;
};
const fill = (disk: string): void => {
  for (let size = 1_048_576; size >= 1; size = Math.floor(size / 4)) {
    for (let number = 0; ; number += 1) {
      try {
        writeFileSync(join(disk, `ballast-${size}-${number}`), "x".repeat(size), { flag: "wx" });
      } catch {
        break;
      }
    }
  }
};
const drain = (disk: string): void => {
  for (const name of readdirSync(disk)) if (name.startsWith("ballast")) rmSync(join(disk, name));
};
const files = (version: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["session.json", "tasks/1.json", "tasks/2.json", "tasks/3.json"].map((name) => [
      name,
      `${JSON.stringify({ name, version, pad: "x".repeat(9_000 * version) })}\n`,
    ]),
  );

test("a full disk: a fault that says so, every file whole, nothing left behind; with room again all goes on", async (t) => {
  const disk = smallDisk(t);
  if (disk === null) return t.skip("no disk of its own can be mounted here");
  const folder = join(disk, "run");
  const workspace = await openWorkspace({ home: join(disk, ".cairn") });
  const project = (version: number): ReturnType<typeof workspace.project> =>
    workspace.project({ run: "r1", folder, version, files: files(version) });
  await project(1);
  const spooled = await workspace.spool.make(spoolJob("r1", 1), "brief");
  const kept = await workspace.keep("kept before");
  fill(disk);
  await assert.rejects(project(2), { code: "DISK_FULL", hint: /make room/ });
  await assert.rejects(workspace.keep("y".repeat(100_000)), { code: "DISK_FULL" });
  await assert.rejects(workspace.spool.make(spoolJob("r1", 2), "b".repeat(100_000)), {
    code: "DISK_FULL",
  });
  await assert.rejects(workspace.spool.report(spooled, "r".repeat(100_000)), { code: "DISK_FULL" });
  for (const name of Object.keys(files(1)))
    assert.doesNotThrow(() => void JSON.parse(readFileSync(join(folder, name), "utf8")), name);
  drain(disk);
  assert.deepEqual((await project(2)).drift, []);
  for (const [name, text] of Object.entries(files(2)))
    assert.equal(readFileSync(join(folder, name), "utf8"), text);
  assert.deepEqual(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /(?:^|\/)\./.test(name),
    ),
    [],
  );
  assert.equal(String(await workspace.kept(kept)), "kept before");
  assert.deepEqual(
    (await workspace.spool.list("r1")).entries.map(({ fence }) => fence),
    [1],
  );
  assert.deepEqual(await workspace.spool.reports(spooled), []);
});

test("a read-only disk: a fault for each thing that would be written, reading goes on", async (t) => {
  const origin = ownFolder(t);
  const disk = mountPoint(t);
  const folder = join(disk, "run");
  const home = join(disk, ".cairn");
  const first = await openWorkspace({ home: join(origin, ".cairn") });
  await first.project({
    run: "r1",
    folder: join(origin, "run"),
    version: 1,
    files: files(1),
  });
  const kept = await first.keep("kept");
  if (!mount("--bind", origin, disk) || !mount("-o", "remount,ro,bind", disk))
    return t.skip("nothing can be mounted read-only here");
  const workspace = await openWorkspace({ home });
  const unwritable = { code: "FOLDER_UNWRITABLE" };
  await assert.rejects(
    workspace.project({ run: "r1", folder, version: 2, files: files(2) }),
    unwritable,
  );
  await assert.rejects(workspace.keep("other"), unwritable);
  await assert.rejects(
    workspace.anchor("r1", { version: 1, head: "0".repeat(64), at: "2026-01-01T00:00:00.000Z" }),
    unwritable,
  );
  await assert.rejects(workspace.spool.make(spoolJob("r1", 1), ""), unwritable);
  assert.equal(String(await workspace.kept(kept)), "kept");
  assert.deepEqual(
    (await workspace.facts({ root: folder, place: null, ignores: [] }, { files: ["nope"] }, ""))
      .files,
    { nope: null },
  );
});

test("each error of the system that is known has a code of ours and says what to do; others keep the system's word", () => {
  for (const [code, ours] of [
    ["ENOSPC", "DISK_FULL"],
    ["EDQUOT", "DISK_FULL"],
    ["EACCES", "FOLDER_UNWRITABLE"],
    ["EROFS", "FOLDER_UNWRITABLE"],
    ["ENOTDIR", "FOLDER_OBSTRUCTED"],
    ["EMFILE", "FILES_EXHAUSTED"],
    ["EIO", "DISK_FAILED"],
  ] as const) {
    const fault = diskFault(
      Object.assign(new Error(`${code}: it is said`), { code }),
      "write",
      "/some/file",
    );
    assert.equal(fault.code, ours);
    assert.match(fault.message, /write \/some\/file/);
    assert.match(fault.message, new RegExp(code));
    assert.notEqual(fault.hint, "");
  }
  const own = new Fault("X", "x", "x");
  assert.equal(diskFault(own, "write", "/some/file"), own);
});

test("whether a disk takes anything is found out by writing, which leaves nothing and follows no link", async (t) => {
  const folder = ownFolder(t);
  const home = join(folder, ".cairn");
  const { unwritable } = await openWorkspace({ home });
  assert.equal(await unwritable(), null, "where nothing is, nothing is made");
  assert.deepEqual(readdirSync(folder), []);
  mkdirSync(home);
  writeFileSync(join(folder, "mine"), "mine");
  symlinkSync(join(folder, "mine"), join(home, ".room"));
  assert.equal(await unwritable(), null);
  assert.equal(readFileSync(join(folder, "mine"), "utf8"), "mine");
  assert.deepEqual(readdirSync(home), []);
  const disk = smallDisk(t);
  if (disk === null) return t.skip("no small disk can be made here");
  const full = await openWorkspace({ home: disk });
  assert.equal(await full.unwritable(), null);
  fill(disk);
  assert.equal((await full.unwritable())?.code, "DISK_FULL");
});

test("a home that a full disk lets nobody make is said to be full, and is made once there is room", (t) => {
  const disk = smallDisk(t);
  if (disk === null) return t.skip("mounting isn't allowed here");
  const home = join(disk, "cairn");
  mkdirSync(home);
  fill(disk);
  for (const make of [() => makeHome(home), () => homeName(home)])
    assert.throws(make, (error) => error instanceof Fault && error.code === "DISK_FULL");
  drain(disk);
  makeHome(home);
  assert.equal(readFileSync(join(home, ".gitignore"), "utf8"), "*\n");
  fill(disk);
  assert.throws(
    () => homeName(home),
    (error) => error instanceof Fault && error.code === "DISK_FULL",
  );
  drain(disk);
  assert.match(homeName(home), /^[0-9a-f]{6}$/u);
});

test("a folder that can't be made is told, too, where its parent lets nothing be made", async (t) => {
  if (process.platform !== "linux") return t.skip("there is no /proc");
  const workspace = await openWorkspace({ home: join(ownFolder(t), "home") });
  assert.equal((await workspace.unmakeable("/proc/nowhere/else"))?.code, "DISK_FAILED");
});
