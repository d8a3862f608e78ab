// A disk that is full or may not be written on the way of a job's work: told by folder and cause, nothing lost, and it goes on when there is room.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Fault } from "../../../src/core/refusal.ts";
import type { Places, Site } from "../../../src/workspace/places.ts";
import { openPlaces } from "../../../src/workspace/places/open-places.ts";
import { gitIn, ownFolder, put, repositoryIn } from "../workspace-folder.ts";
import { ana } from "./scene.ts";

const mount = (...words: readonly string[]): boolean =>
  spawnSync("mount", words, { stdio: "ignore" }).status === 0;

/** A small disk; null: not allowed here. */
const smallDisk = (t: TestContext): string | null => {
  const at = { folder: "" };
  // Hooks run in the order in which they were set: unmounted before the folder goes.
  t.after(() => void spawnSync("umount", ["-l", at.folder], { stdio: "ignore" }));
  at.folder = join(ownFolder(t), "disk");
  mkdirSync(at.folder);
  return mount("-t", "tmpfs", "-o", "size=4m", "tmpfs", at.folder) ? at.folder : null;
};
const fill = (disk: string): void => {
  const file = openSync(join(disk, "filler"), "a");
  try {
    for (const size of [262_144, 4_096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch (error) {
        assert.ok(error instanceof Error && "code" in error && error.code === "ENOSPC");
      }
    }
  } finally {
    closeSync(file);
  }
};
const empty = (disk: string): void => rmSync(join(disk, "filler"), { force: true });

type Way = {
  readonly places: Places;
  readonly site: Site;
  readonly root: string;
  readonly base: string;
};
/** Each step of a job's work, with what it needs done before. */
const steps = (way: Way): Readonly<Record<string, () => Promise<unknown>>> => {
  const { places, site, base, root } = way;
  let [work, merged] = ["", ""];
  return {
    base: () => places.base(site, { changes: false }),
    open: async () => put(await places.open(site, "k", base, true), "a.txt", "a\n".repeat(60_000)),
    take: async () => {
      const taken = await places.take(site, "k", base, ana, "work\n");
      assert.ok(taken.is === "taken");
      work = taken.work.commit;
    },
    merge: async () => {
      const made = await places.merge(site, base, work, "land\n");
      assert.ok(made.is === "merged");
      merged = made.merged.commit;
    },
    keep: () => places.keep(site, 1, merged),
    branch: async () =>
      assert.deepEqual(await places.moveBranch(site, "cairn/x", merged, null), { is: "moved" }),
    check: () => places.checkout(site, "c", merged),
    deliver: async () => assert.equal((await places.deliver(site, merged, "m\n")).is, "merged"),
    undo: async () =>
      assert.deepEqual(
        await places.undo(site, { from: base, to: merged, branch: "cairn/x", base }),
        { is: "undone" },
      ),
    done: async () =>
      assert.equal(
        gitIn(root, "--no-optional-locks", "status", "--porcelain", "--untracked-files=no"),
        "",
      ),
  };
};

for (const full of ["places", "repository"] as const)
  test(`a full disk of the ${full} at any step is told by folder and cause; with room again each step goes on`, async (t) => {
    const disk = smallDisk(t);
    if (disk === null) return t.skip("mounting isn't allowed here");
    const top = ownFolder(t);
    const before = process.env["CAIRN_PLACES"];
    process.env["CAIRN_PLACES"] = full === "places" ? disk : join(top, "places");
    t.after(() =>
      before === undefined
        ? delete process.env["CAIRN_PLACES"]
        : (process.env["CAIRN_PLACES"] = before),
    );
    const root = repositoryIn(join(full === "places" ? top : disk, "shop"), {
      "a.txt": "a\n",
      "b.bin": "b\n".repeat(50_000),
    });
    const base = gitIn(root, "rev-parse", "HEAD");
    const way = { places: openPlaces(), site: { root, run: "r1", documents: [] }, root, base };
    const told: string[] = [];
    for (const [name, step] of Object.entries(steps(way))) {
      fill(disk);
      const [head, status] = [
        gitIn(root, "rev-parse", "HEAD"),
        gitIn(root, "--no-optional-locks", "status", "--porcelain", "--untracked-files=no"),
      ];
      const fault = await step().then(
        () => null,
        (error: unknown) => error,
      );
      if (fault !== null) {
        assert.ok(fault instanceof Fault, `${name}: ${String(fault)}`);
        assert.equal(fault.code, "DISK_FULL", `${name}: ${fault.message}`);
        assert.ok(
          fault.message.includes(disk) && fault.message.includes("ENOSPC"),
          `${name}: ${fault.message}`,
        );
        told.push(name);
        assert.equal(gitIn(root, "rev-parse", "HEAD"), head, name);
        assert.equal(
          gitIn(root, "--no-optional-locks", "status", "--porcelain", "--untracked-files=no"),
          status,
          name,
        );
      }
      empty(disk);
      if (fault !== null) await step();
    }
    assert.equal(gitIn(root, "rev-parse", "HEAD"), base);
    assert.equal(gitIn(root, "fsck", "--strict"), "");
    assert.ok(told.length > 1 && (full === "places" || told.includes("deliver")), told.join(", "));
  });

test("a folder for places that may not be written is named, with the cause and where to name another", async (t) => {
  const disk = smallDisk(t);
  if (disk === null || !mount("-o", "remount,ro", disk))
    return t.skip("mounting isn't allowed here");
  const before = process.env["CAIRN_PLACES"];
  process.env["CAIRN_PLACES"] = disk;
  t.after(() =>
    before === undefined
      ? delete process.env["CAIRN_PLACES"]
      : (process.env["CAIRN_PLACES"] = before),
  );
  const root = repositoryIn(join(ownFolder(t), "shop"), { "a.txt": "a\n" });
  const fault = await openPlaces()
    .base({ root, run: "r1", documents: [] }, { changes: false })
    .catch((error: unknown) => error);
  assert.ok(fault instanceof Fault);
  assert.equal(fault.code, "FOLDER_UNWRITABLE");
  assert.ok(fault.message.includes(disk) && fault.message.includes("EROFS"), fault.message);
});
