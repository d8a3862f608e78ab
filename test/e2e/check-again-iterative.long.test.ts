// A stuck unit of iterative that a person mended by hand goes to its gate again, and to those who confirm and verify it.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { workLines } from "./check-again-shop.ts";
import { shop, unit } from "./iterative-shop.ts";

test("iterative: a unit whose passes are used up", async (t) => {
  const here = await shop(t, [unit("T1", ["a.txt"], { max: 1 })], {
    "T1#1": [{ write: { path: "a.txt", text: "broken\n" } }],
  });
  const { go, root } = here;
  writeFileSync(join(root, "notes.txt"), "mine\n");
  const stuck = await go("run", "add-login");
  assert.match(stuck.out, /waits for you {2}unit-T1-1/u, stuck.err);
  const before = await here.events();
  writeFileSync(join(root, "a.txt"), "still broken\n");
  const red = await go("job", "check", "T1");
  assert.equal(red.exit, 5, red.out + red.err);
  assert.match(red.out, /^T1 is still red, and all is as it was: `sh -c .*`: exit 1\n$/u);
  assert.deepEqual(await here.events(), before);
  writeFileSync(join(root, "a.txt"), "good\n");
  const green = await go("job", "check", "T1");
  assert.equal(green.exit, 0, green.out + green.err);
  assert.match(
    green.out,
    /^T1: 1 check passed on what is there now, 0 of 1 criterion proved; next is T1#\d \(cairn run \S+\)\n/u,
  );
  // Untracked files of the checkout go along, so they are named.
  assert.match(green.out, workLines("T1", "README.md", "a.txt", "notes.txt"));
  const types = (await here.events()).slice(before.length).map(({ type }) => type);
  assert.deepEqual(
    types.filter((type) => type !== "CommitRecorded"),
    ["UnitAnswered", "WorkTaken", "PassBegun", "PassEnded", "WorkMerged", "GateRun"],
  );
  const done = await go("run", "add-login");
  assert.equal(done.exit, 0, done.out + done.err);
  assert.equal(here.git("show", `${here.branch()}:a.txt`), "good");
  assert.equal((await go("verify", "add-login")).exit, 0);
});
