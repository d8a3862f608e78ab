// Work of a run in a folder to look at: as it landed, as it waits, and under way.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { landed } from "./delivery-desk.ts";
import { asTyped, at, type Printed } from "./desk.ts";

const folderIn = ({ json, err }: Printed): string => {
  assert.equal(err, "");
  return String(at(json(), "folder"));
};

test("what landed, or waits, lies in a folder of its own, and is given back; what was changed there isn't lost unasked", async (t) => {
  const { cairn, run } = await landed(t, [{ "one.txt": "1\n" }, { "price.txt": "2\n" }], {
    "three.txt": "3\n",
  });
  const opened = await cairn(["open", run]);
  assert.match(
    opened.out,
    /^cairn\/two-files: as it landed|^cairn\/two-files\S*, as it landed\n {2}cd \/\S+\/tree\n {2}what you change there lands nowhere; /u,
  );
  const all = folderIn(await cairn(["open", run, "--json"]));
  assert.deepEqual(
    ["one.txt", "three.txt"].map((name) => existsSync(join(all, name))),
    [true, false],
  );
  const waiting = folderIn(await cairn(["open", run, "3", "--json"]));
  assert.equal(readFileSync(join(waiting, "three.txt"), "utf8"), "3\n");
  const first = folderIn(await cairn(["open", run, "task-1-1", "--json"]));
  assert.equal(existsSync(join(first, "one.txt")), true);

  writeFileSync(join(waiting, "mine.txt"), "mine\n");
  assert.equal(folderIn(await cairn(["open", run, "3", "--json"])), waiting, "it stays as it is");
  const no = await cairn(["open", run, "3", "--close"]);
  assert.match(no.err, /^PLACE_CHANGED: \S+ was changed: mine\.txt\n.*--yes/u);
  assert.equal(existsSync(join(waiting, "mine.txt")), true);
  assert.match((await cairn(asTyped`open ${run} 3 --close --yes`)).out, /^given back: /u);
  assert.equal(existsSync(waiting), false);
  assert.match(
    (await cairn(["open", run, "3", "--close"])).out,
    /^no folder of that name is open/u,
  );
  assert.match((await cairn(["open", run, "nosuch"])).err, /JOB_UNKNOWN/u);
});

test("what is under way is looked at where it is", async (t) => {
  const { cairn, run } = await landed(t, [{ "one.txt": "1\n" }]);
  const place = String(at((await cairn(asTyped`job claim ${run} 2 --json`)).json(), "place"));
  writeFileSync(join(place, "two.txt"), "2\n");
  const looked = await cairn(["open", run, "2"]);
  assert.match(looked.out, /^2 \(task-2-1\), under way: only look, its job works there\n/u);
  assert.ok(looked.out.includes(`cd ${place}\n`) || looked.out.endsWith(`cd ${place}`), looked.out);
  assert.match(
    (await cairn(["open", run, "2", "--close"])).out,
    /^no folder of that name is open/u,
  );
  assert.equal(existsSync(place), true);
});
