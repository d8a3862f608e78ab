// Named pipes where git looks for settings: they hold up nothing, and the rest of the work is taken.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { git } from "../../../../src/workspace/git/git.ts";
import { ana, scene } from "../scene.ts";

test("a pipe named .gitignore or .gitattributes is removed, not waited for", async (t) => {
  const here = await scene(t, undefined, {
    // What may take half a minute takes a second here.
    git: (call) => git(call.ms === undefined ? call : { ...call, ms: 1_000 }),
  });
  const place = await here.places.open(here.site, "job-1", here.base, true);
  writeFileSync(join(place, "a.txt"), "more\n");
  mkdirSync(join(place, "new"));
  writeFileSync(join(place, "new/c.txt"), "c\n");
  rmSync(join(place, ".gitignore"));
  for (const path of [".gitignore", "new/.gitignore", "src/.gitattributes"])
    execFileSync("mkfifo", [join(place, path)]);
  const taken = await here.places.take(here.site, "job-1", here.base, ana, "Work");
  assert.equal(taken.is, "taken");
  if (taken.is !== "taken") return;
  const changes = await here.places.changes(here.site, here.base, taken.work.commit);
  assert.deepEqual(
    changes.map(({ path, how }) => `${how} ${path}`),
    ["deleted .gitignore", "modified a.txt", "added new/c.txt"],
  );
  assert.equal(lstatSync(join(place, ".gitignore"), { throwIfNoEntry: false }), undefined);
});
