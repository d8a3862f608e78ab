// What `diff` shows of a run's work: landed, waiting, under way, and tried in vain.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { ana, engine, landed } from "./delivery-desk.ts";
import { asTyped, at } from "./desk.ts";

test("diff shows what landed, what waits and what a job did; an unknown job is told from what there is", async (t) => {
  const { cairn, ends, run, system } = await landed(
    t,
    [{ "one.txt": "1\n" }, { "price.txt": "2\n" }],
    {
      "three.txt": "3\n",
    },
  );
  const all = await cairn("diff");
  assert.match(
    all.out,
    /cairn\/two-files: \w{12}\.\.\w{12}\n +one\.txt +\+1 −0 \(new\)\n +price\.txt +\+1 −1\n2 files, \+2 −1\n/u,
  );
  assert.match(all.out, /not in it: 3, since it isn't proved yet: cairn diff \w+ task-3-1\n/u);
  assert.match(
    (await cairn(["diff", run, "task-2-1"])).out,
    /2 \(task-2-1\) landed: .*\n +price\.txt +\+1 −1\n1 file, /u,
  );
  assert.match(
    (await cairn(["diff", run, "3"])).out,
    /3 \(task-3-1\) hasn't landed yet: .*\n +three\.txt +\+1 −0 \(new\)\n1 file, /u,
  );
  assert.match(
    (await cairn(["diff", run, "--patch"])).out,
    /^diff --git a\/one\.txt b\/one\.txt\n[^]*\n-1\n\+2\n/u,
  );
  const json = (await cairn(["diff", run, "3", "--json"])).json();
  assert.equal(at(json, "is"), "waiting");
  assert.equal(at(json, "files", 0, "added"), 1);
  const counts = await (await system.delivery()).counts(run);
  assert.deepEqual(counts, {
    units: {
      "1": { files: 1, added: 1, removed: 0, is: "landed" },
      "2": { files: 1, added: 1, removed: 1, is: "landed" },
      "3": { files: 1, added: 1, removed: 0, is: "waiting" },
    },
    all: { files: 2, added: 2, removed: 1 },
  });
  const unknown = await ends(2, ["diff", run, "task-9-1"]);
  assert.match(
    unknown.err,
    /JOB_UNKNOWN: no work of task-9-1 is known\n +there is that of task-1-1, task-2-1, task-3-1/u,
  );
});

test("diff shows what is under way in a place, uncommitted, and an attempt that another one followed", async (t) => {
  const { cairn, run, places, site, system } = await landed(t, [{ "one.txt": "1\n" }]);
  assert.equal(at((await cairn(asTyped`job claim ${run} 2 --here --json`)).json(), "place"), null);
  assert.match(
    (await cairn(["diff", run, "2"])).err,
    /JOB_UNKNOWN: no work of 2 is known/u,
    "it has no place",
  );
  assert.match((await cairn("diff nosuch")).err, /JOB_UNKNOWN: no work of nosuch is known/u);
  const picture = await system.picture(run);
  assert.ok(!isRefusal(picture) && picture.work !== undefined);
  const { head } = picture.work;
  const key = `unit-${digest("2").slice(0, 12)}`;
  const folder = await places.open(site, key, head, true);
  for (const n of [1, 2]) {
    writeFileSync(join(folder, `try-${n}.txt`), "2\n2\n");
    const working = await cairn(["diff", run, "2"]);
    assert.match(
      working.out,
      new RegExp(`2 \\(task-2-1\\) is under way, .*\\n.* +try-${n}\\.txt +\\+2 −0`, "u"),
      working.err,
    );
    assert.match(
      (await cairn(["diff", run, "task-2-1", "--patch"])).out,
      new RegExp(`\\+\\+\\+ b/try-${n}\\.txt`, "u"),
    );
    const taken = await places.take(site, key, head, ana, "work\n");
    assert.ok(taken.is === "taken");
    const doer = { job: `task-9-${n}`, role: "worker", thread: null, agent: "scripted" };
    await system.send(
      run,
      [{ type: "TakeWork", data: { unit: "9", doer, work: taken.work } }],
      engine,
    );
    rmSync(join(folder, `try-${n}.txt`));
  }
  assert.match(
    (await cairn(["diff", run, "task-9-1"])).out,
    /9 \(task-9-1\) was tried, and never landed: .*\n +try-1\.txt +\+2/u,
  );
  assert.match((await cairn(["diff", run, "9"])).out, /9 \(task-9-2\) hasn't landed yet: /u);
});
