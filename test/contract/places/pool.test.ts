// The pool: paths that stay with their key, caps, and several users at once.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openPlaces } from "../../../src/workspace/places/open-places.ts";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, contentOf, scene } from "./scene.ts";

const poolOf = async (store: Promise<string>, name: string): Promise<readonly string[]> => {
  const folder = join(dirname(await store), name);
  return existsSync(folder) ? readdirSync(folder) : [];
};

test("a key has the same path again after it was freed, whoever had the slot between", async (t) => {
  const { places, site, base, root } = await scene(t);
  const place = await places.open(site, "k", base, true);
  await places.free(site, "k");
  assert.equal(existsSync(place), false);
  await places.open(site, "other", base, true);
  assert.deepEqual(await poolOf(places.store(root), "free"), []);
  assert.equal(await places.open(site, "k", base, true), place);
  assert.equal((await poolOf(places.store(root), "slots")).length, 2);
});

test("a freed slot is moved by what differs, and nothing of the job before stays", async (t) => {
  const { places, site, base } = await scene(t);
  const place = await places.open(site, "k", base, true);
  put(place, "a.txt", "A\n");
  put(place, "made/x", "ignored\n");
  put(place, "deep/er/y", "untracked\n");
  const taken = await places.take(site, "k", base, ana, "m\n");
  assert.ok(taken.is === "taken");
  await places.free(site, "k");
  const next = await places.open(site, "next", taken.work.commit, true);
  assert.deepEqual(contentOf(next), {
    "a.txt": "A\n",
    "src/b.txt": "b\n",
    ".gitignore": "made/\n",
    "deep/er/y": "untracked\n",
  });
  assert.equal(gitIn(next, "status", "--porcelain", "--ignored"), "");
});

test("named pipes and empty folders, which git doesn't see, stay for no job after", async (t) => {
  const { places, site, base } = await scene(t);
  const place = await places.open(site, "k", base, true);
  for (const folder of ["src/empty/er", "made", "new"])
    mkdirSync(join(place, folder), { recursive: true });
  for (const path of ["pipe", "src/pipe", "made/pipe", "new/pipe"])
    execFileSync("mkfifo", [join(place, path)]);
  await places.free(site, "k");
  const next = await places.checkout(site, "next", base);
  assert.deepEqual(readdirSync(next).toSorted(), [".git", ".gitignore", "a.txt", "src"]);
  assert.deepEqual(readdirSync(join(next, "src")), ["b.txt"]);
});

test("beyond the cap on number or on bytes the oldest free slot goes; those at work stay", async (t) => {
  const { site, base, root } = await scene(t);
  const places = openPlaces({ caps: { slots: 3, kib: 1_000_000 } });
  for (const key of ["1", "2", "3", "4"]) await places.open(site, key, base, true);
  await places.free(site, "1");
  assert.deepEqual(await poolOf(places.store(root), "free"), []);
  await places.free(site, "2");
  await places.free(site, "3");
  const free = await poolOf(places.store(root), "free");
  assert.equal(free.length, 2);
  const folder = join(dirname(await places.store(root)), "free");
  utimesSync(join(folder, free[1] ?? "", "slot.json"), 1, 1);
  const small = openPlaces({ caps: { slots: 2, kib: 1_000_000 } });
  await small.free(site, "none");
  assert.deepEqual(await poolOf(places.store(root), "free"), free.slice(0, 1));
  const tiny = openPlaces({ caps: { slots: 9, kib: 1 } });
  await tiny.free(site, "none");
  assert.deepEqual(await poolOf(places.store(root), "free"), []);
  assert.equal((await poolOf(places.store(root), "slots")).length, 1);
});

test("many at once, of two runs and two processes' ports, each get a place of their own", async (t) => {
  const { places, site, base, user } = await scene(t);
  const second = openPlaces();
  const before = user();
  for (const key of ["a", "b"]) await places.open(site, key, base, true);
  for (const key of ["a", "b"]) await places.free(site, key);
  const asked = Array.from({ length: 8 }, (_, at) => ({
    port: at % 2 ? places : second,
    run: at % 3 ? "r1" : "r2",
    key: `k${at}`,
  }));
  const found = await Promise.all(
    asked.map(async ({ port, run, key }) => {
      const place = await port.open({ ...site, run }, key, base, true);
      put(place, `${key}.txt`, `${key}\n`);
      const taken = await port.take({ ...site, run }, key, base, ana, `${key}\n`);
      assert.ok(taken.is === "taken");
      assert.deepEqual(
        (await port.changes(site, base, taken.work.commit)).map(({ path }) => path),
        [`${key}.txt`],
      );
      return place;
    }),
  );
  assert.equal(new Set(found).size, 8);
  assert.equal(user(), before);
});

test("a record that can't be read, a slot left half moved, a lock and a half-made store stop nobody", async (t) => {
  const { places, site, base, root } = await scene(t);
  const place = await places.open(site, "k", base, true);
  const slot = dirname(place);
  for (const text of [
    "",
    "{",
    "[]",
    '{"kind":"place","run":"r1","key":"k","at":null}',
    readFileSync(join(slot, "slot.json"), "utf8"),
  ]) {
    put(place, "junk", "junk\n");
    writeFileSync(join(slot, "slot.json"), text);
    writeFileSync(join(slot, "index.lock"), "");
    assert.equal(await places.open(site, "k", base, true), place);
    assert.equal(contentOf(place)["junk"], undefined);
  }
  const folder = dirname(await places.store(root));
  mkdirSync(join(folder, "gone/x"), { recursive: true });
  writeFileSync(join(folder, "free"), "a file in the way\n");
  await assert.rejects(places.free(site, "k"), { code: "FOLDER_OBSTRUCTED" });
});

test("a slot that several give back at once is free once, and none of them fails", async (t) => {
  const { site, places, base } = await scene(t);
  for (const round of ["a", "b", "c"]) {
    await places.checkout(site, round, base);
    await Promise.all([1, 2, 3, 4].map(() => places.free(site, round)));
  }
  assert.ok(await places.checkout(site, "a", base));
});
