// What an agent leaves by mass: a large file, committed or not, and six thousand small ones.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn, put } from "../../workspace-folder.ts";
import { ana, scene } from "../scene.ts";
import { after, commit, edit, files } from "./deed.ts";

/** Sparse: it takes no room on the disk. */
const leave = (place: string, name: string, bytes: number): void => {
  put(place, name, "");
  truncateSync(join(place, name), bytes);
};
const gigabyte = 2 ** 30;
/** Of a file that is committed: git itself reads all of it. */
const committedBytes = gigabyte / 4;
/** The most memory that this process ever took, in bytes. */
const most = (): number => process.resourceUsage().maxRSS * 1024;

test("a file of gigabytes, new, grown or committed and removed again, is named and left out; it is never read into memory", async (t) => {
  const before = most();
  const found = await after(t, ({ place }) => {
    leave(place, "new.bin", 2 * gigabyte);
    leave(place, "src/b.txt", 2 * gigabyte);
    edit(place);
  });
  assert.deepEqual(found.changed, ["a.txt"]);
  const left = found.taken.left.toSorted((one, other) => one.path.localeCompare(other.path));
  assert.deepEqual(left, [
    { path: "new.bin", why: "large" },
    { path: "src/b.txt", why: "large" },
  ]);
  const committed = await after(t, ({ place }) => {
    leave(place, "big.bin", committedBytes);
    edit(place);
    commit(place, "with a large file");
    gitIn(place, "rm", "-q", "big.bin");
    commit(place, "without");
  });
  assert.deepEqual(
    [committed.changed, committed.taken.left],
    [["a.txt"], [{ path: "big.bin", why: "large" }]],
  );
  assert.ok(most() - before < committedBytes / 2, `${most() - before} bytes more than before`);
});

test("six thousand new files of long names are taken, landed, and gone from the place of the next job", async (t) => {
  const { places, site, base, root } = await scene(t, files);
  const place = await places.open(site, "k", base, true);
  // Their names are more than one command line or one pipe takes.
  for (let folder = 0; folder < 6; folder += 1) {
    mkdirSync(join(place, `d${folder}`));
    for (let file = 0; file < 1_000; file += 1)
      writeFileSync(join(place, `d${folder}`, `${file}`.padStart(120, "0")), `${folder} ${file}\n`);
  }
  const taken = await places.take(site, "k", base, ana, "many\n");
  assert.ok(taken.is === "taken");
  const merged = await places.merge(site, base, taken.work.commit, "land\n");
  assert.ok(merged.is === "merged");
  await places.keep(site, 1, merged.merged.commit);
  assert.equal((await places.changes(site, base, merged.merged.commit)).length, 6_000);
  assert.equal(
    gitIn(root, "ls-tree", "-r", "--name-only", "refs/cairn-land/r1/1").split("\n").length,
    6_003,
  );
  await places.free(site, "k");
  const next = await places.open(site, "n", base, true);
  assert.equal(gitIn(next, "status", "--porcelain", "--ignored"), "");
  rmSync(next, { recursive: true });
});
