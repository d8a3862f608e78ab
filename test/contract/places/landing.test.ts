// What a landing is: one commit with one parent, with its work kept beside it, and what later work finds in it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, type Scene, scene } from "./scene.ts";

/** What a job leaves in a.txt, as a commit of the store. */
const workOf = async (
  { places, site }: Scene,
  key: string,
  from: string,
  text: string,
): Promise<string> => {
  const place = await places.open(site, key, from, true);
  put(place, "a.txt", text);
  const taken = await places.take(site, key, from, ana, `${key}\n`);
  assert.ok(taken.is === "taken");
  return taken.work.commit;
};
const landingOf = async ({ places, site }: Scene, head: string, work: string): Promise<string> => {
  const made = await places.merge(site, head, work, "Land it\n", { as: "landing" });
  assert.ok(made.is === "merged");
  return made.merged.commit;
};
const at = ({ root }: Scene, ...words: readonly string[]): string => gitIn(root, ...words);

test("a landing has one parent; the returned attempt before it is no ancestor, and both are kept beside it", async (t) => {
  const told = await scene(t);
  const { places, site, base } = told;
  const red = await workOf(told, "one", base, "red\n");
  const returned = await landingOf(told, base, red);
  const green = await workOf(told, "two", returned, "green\n");
  const landed = await landingOf(told, base, green);
  await places.keep(site, 1, landed);
  assert.equal(at(told, "log", "-1", "--format=%P", landed), base);
  assert.equal(at(told, "rev-list", "--count", `${base}..${landed}`), "1");
  assert.equal(at(told, "show", `${landed}:a.txt`), "green");
  assert.equal(at(told, "rev-parse", "refs/cairn-land/r1/work/1"), green);
  assert.equal(at(told, "rev-parse", "refs/cairn-land/r1/work/1-1"), red);
  assert.deepEqual(await places.drop(site, "cairn/none"), []);
  assert.equal(at(told, "for-each-ref", "refs/cairn-land"), "");
});

test("work that began before a landing of what it rests on is merged with it, not against it", async (t) => {
  const told = await scene(t);
  const { places, site, base } = told;
  const first = await workOf(told, "one", base, "one\n");
  const more = await workOf(told, "two", first, "one, and two\n");
  const landed = await landingOf(told, base, first);
  await places.keep(site, 1, landed);
  const then = await landingOf(told, landed, more);
  await places.keep(site, 2, then);
  assert.equal(at(told, "show", `${then}:a.txt`), "one, and two");
  assert.equal(at(told, "log", "-1", "--format=%P", then), landed);
  const last = await workOf(told, "three", first, "one, and three\n");
  assert.deepEqual(await places.merge(site, then, last, "land\n", { as: "landing" }), {
    is: "conflict",
    files: ["a.txt"],
  });
  assert.deepEqual(await places.handBack(site, "three", last, then), ["a.txt"]);
  const place = await places.folder(site, "three");
  const text = readFileSync(join(place?.path ?? "", "a.txt"), "utf8");
  assert.match(text, /^<{7} HEAD\none, and three\n={7}\none, and two\n>{7} \w+\n$/u);
  put(place?.path ?? "", "a.txt", "one, two and three\n");
  const mended = await places.take(site, "three", last, ana, "mend\n");
  assert.ok(mended.is === "taken");
  const end = await landingOf(told, then, mended.work.commit);
  await places.keep(site, 3, end);
  assert.equal(at(told, "show", `${end}:a.txt`), "one, two and three");
  assert.equal(at(told, "rev-list", "--count", "--no-merges", `${base}..${end}`), "3");
  assert.equal(gitIn(told.root, "fsck", "--strict", "--no-dangling"), "");
});

test("a person's commits on the head land as they are; beside another landing they are merged", async (t) => {
  const told = await scene(t);
  const { places, site, base, root } = told;
  const landed = await landingOf(told, base, await workOf(told, "one", base, "one\n"));
  await places.keep(site, 1, landed);
  put(root, "b.txt", "b\n");
  gitIn(root, "switch", "-q", "--detach", landed);
  gitIn(root, "add", "b.txt");
  gitIn(root, "commit", "-qm", "mine");
  const mine = gitIn(root, "rev-parse", "HEAD");
  const made = await places.merge(site, landed, mine, "theirs\n", { as: "theirs" });
  assert.ok(made.is === "merged");
  assert.equal(made.merged.commit, mine);
  const two = await landingOf(told, landed, await workOf(told, "two", landed, "two\n"));
  await places.keep(site, 2, two);
  const beside = await places.merge(site, two, mine, "theirs\n", { as: "theirs" });
  assert.ok(beside.is === "merged");
  await places.keep(site, 3, beside.merged.commit);
  assert.equal(gitIn(root, "log", "-1", "--format=%P", beside.merged.commit), `${two} ${mine}`);
});
