// Submodules in places and checkouts: filled from the user's git directories, at the recorded commit, whatever a job left in them.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openPlaces } from "../../../src/workspace/places/open-places.ts";
import { gitIn, ownFolder, put, repositoryIn } from "../workspace-folder.ts";
import { ana, contentOf, scene } from "./scene.ts";

const modules = ["lib/.git", "lib/inner/.git"];
const apart = (content: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(content).filter(([path]) => !modules.some((one) => path.startsWith(`${one}/`))),
  );

/** A repository with a submodule that has one itself; their remotes are gone. */
const nested = async (t: TestContext) => {
  const here = await scene(t, { "a.txt": "a\n" });
  const remotes = join(ownFolder(t), "remotes");
  repositoryIn(join(remotes, "inner"), { "in.txt": "in\n" });
  const lib = repositoryIn(join(remotes, "lib"), { "part.txt": "part\n", "d/x.txt": "x\n" });
  gitIn(lib, "submodule", "--quiet", "add", "../inner", "inner");
  gitIn(lib, "commit", "-q", "-m", "inner");
  gitIn(here.root, "submodule", "--quiet", "add", "--name", "the part", lib, "lib");
  gitIn(here.root, "submodule", "--quiet", "update", "--init", "--recursive");
  gitIn(here.root, "commit", "-q", "-m", "lib");
  rmSync(remotes, { recursive: true });
  return { ...here, remotes, head: here.head() };
};
const files = { "lib/part.txt": "part\n", "lib/d/x.txt": "x\n", "lib/inner/in.txt": "in\n" };

test("they are filled without their remotes, nested ones as well, and clean again for the next job", async (t) => {
  const { places, site, root, head, base, user } = await nested(t);
  const before = user();
  const place = await places.open(site, "k", head, true);
  const checkout = await places.checkout(site, "c", head);
  const { ".gitmodules": _, "lib/.gitmodules": __, ...found } = apart(contentOf(place));
  assert.deepEqual(found, { "a.txt": "a\n", ...files });
  assert.deepEqual(contentOf(place)["lib/part.txt"], contentOf(checkout)["lib/part.txt"]);
  for (const folder of [place, checkout]) {
    assert.equal(gitIn(folder, "status", "--porcelain"), "");
    assert.match(gitIn(folder, "submodule", "status"), /^ ?[0-9a-f]{40} lib/u);
    assert.equal(gitIn(folder, "submodule", "update", "--init", "--recursive"), "");
  }
  assert.deepEqual(await places.emptyModules(site, head), []);
  put(place, "a.txt", "A\n");
  put(place, "lib/part.txt", "changed\n");
  put(place, "lib/inner/new.txt", "new\n");
  mkdirSync(join(place, "lib/d/.git"));
  gitIn(join(place, "lib"), "commit", "-q", "-am", "theirs");
  const taken = await places.take(site, "k", head, ana, "m\n");
  assert.ok(taken.is === "taken");
  assert.deepEqual(
    (await places.changes(site, head, taken.work.commit)).map(({ path }) => path),
    ["a.txt"],
  );
  assert.deepEqual(
    taken.left.filter(({ why }) => why === "submodule").map(({ path }) => path),
    ["lib"],
  );
  await places.free(site, "k");
  const next = await places.open(site, "next", head, true);
  const { ".gitmodules": ___, "lib/.gitmodules": ____, ...again } = apart(contentOf(next));
  assert.deepEqual(again, { "a.txt": "a\n", ...files });
  assert.equal(gitIn(next, "status", "--porcelain"), "");
  rmSync(join(next, "lib"), { recursive: true });
  symlinkSync(root, join(next, "lib"));
  await places.free(site, "next");
  const linked = await places.open(site, "third", head, true);
  assert.equal(contentOf(linked)["lib/inner/in.txt"], "in\n");
  await places.free(site, "third");
  assert.deepEqual(contentOf(await places.open(site, "back", base, true)), { "a.txt": "a\n" });
  assert.equal(user(), before);
});

test("what a job wrote into a submodule alone is named, and put back between two checks", async (t) => {
  const { places, site, head } = await nested(t);
  const place = await places.open(site, "k", head, true);
  put(place, "lib/inner/in.txt", "changed\n");
  assert.deepEqual((await places.take(site, "k", head, ana, "m\n")).left, [
    { path: "lib/inner", why: "submodule" },
  ]);
  const checkout = await places.checkout(site, "c", head);
  put(checkout, "lib/made.txt", "by the setup\n");
  const was = await places.settle(site, "c", null);
  put(checkout, "lib/part.txt", "by a check\n");
  put(checkout, "lib/inner/more.txt", "by a check\n");
  assert.deepEqual(await places.settle(site, "c", was), {
    changed: ["lib/part.txt"],
    beside: ["lib/inner/more.txt"],
  });
  assert.equal(contentOf(checkout)["lib/part.txt"], "part\n");
  assert.equal(contentOf(checkout)["lib/made.txt"], "by the setup\n");
  assert.equal(existsSync(join(checkout, "lib/inner/more.txt")), false);
});

test("one that isn't initialized stays empty and is named, and nothing of another job lies in it", async (t) => {
  const { root, head, top } = await nested(t);
  const bare = join(top, "clone");
  gitIn(top, "clone", "-q", root, bare);
  const there = { root: bare, run: "r9", documents: [] };
  const places = openPlaces();
  await places.base(there, { changes: false });
  assert.deepEqual(await places.emptyModules(there, head), ["lib"]);
  const place = await places.open(there, "k", head, true);
  put(place, "lib/left.txt", "left\n");
  await places.free(there, "k");
  const next = await places.open(there, "next", head, true);
  assert.deepEqual(Object.keys(contentOf(next)).toSorted(), [".gitmodules", "a.txt"]);
  assert.ok(existsSync(join(next, "lib")));
});

test("no program that a check's git directory names is run when its checkout is settled", async (t) => {
  const { places, site, head, top } = await nested(t);
  const checkout = await places.checkout(site, "c", head);
  const was = await places.settle(site, "c", null);
  const mark = join(top, "ran");
  writeFileSync(join(top, "filter"), `#!/bin/sh\ntouch ${mark}\ncat\n`, { mode: 0o755 });
  gitIn(join(checkout, "lib"), "config", "filter.planted.clean", join(top, "filter"));
  put(checkout, "lib/.gitattributes", "* filter=planted\n");
  put(checkout, "lib/part.txt", "PART\n");
  await places.settle(site, "c", was);
  assert.equal(existsSync(mark), false);
});
