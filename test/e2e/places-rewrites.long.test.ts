// Checks that rewrite files of the commit, and checks that may run beside no other.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Desk, hostsWithin } from "./desk.ts";
import {
  auto,
  configure,
  criterion,
  handed,
  landed,
  report,
  shop,
  type Steps,
} from "./places-shop.ts";
import { git } from "./ground.ts";

hostsWithin();

/** Its checks each write a stamp into a file of the commit. */
const stamped = (
  t: TestContext,
  checks: Readonly<Record<string, object>>,
  work: Steps = [],
): Desk => {
  const here = shop(
    t,
    { "1": [{ write: { path: "one.txt", text: "1\n" } }, ...work, report("1")], mend: [] },
    [criterion("1", "test -e one.txt")],
  );
  for (const path of Object.keys(checks)) writeFileSync(join(here.root, path), "version 0\n");
  git(here, "add", ...Object.keys(checks));
  git(here, "commit", "--quiet", "-m", "version");
  const argv = (path: string) => ["sh", "-c", `echo version 1 > ${path}`];
  configure(here, {
    checks: Object.entries(checks).map(([path, more]) => ({
      name: path,
      argv: argv(path),
      ...more,
    })),
  });
  return here;
};
const said = (text: string, path: string): number => text.split(`rewrites ${path}`).length - 1;

test("a check that rewrites a file which the run didn't change counts, and says so once where its configuration doesn't; the file is put back", async (t) => {
  const here = stamped(t, { "version.gen.js": {}, "known.js": { writes: ["known.*"] } });
  const done = await here.ends(0, auto);
  const told = done.out + done.err;
  assert.deepEqual([said(told, "version.gen.js"), said(told, "known.js")], [1, 0], told);
  assert.match(told, /"writes": \["version\.gen\.js"\]/u);
  for (const path of ["version.gen.js", "known.js"])
    assert.equal(landed(here, path), "version 0\n");
});

test("a check that rewrites what the run changed shows nothing, known or not, and names it", async (t) => {
  const work = [{ write: { path: "version.gen.js", text: "version 2\n" } }];
  const here = stamped(t, { "version.gen.js": { writes: ["*.gen.js"] } }, work);
  const done = await here.cairn(auto);
  assert.notEqual(done.exit, 0, done.out + done.err);
  assert.match(
    done.out + done.err,
    /files of the commit were changed while it ran: version\.gen\.js/u,
  );
});

/** Leaves a file where another check is under way beside it. */
const lonely = (here: Desk, more: object): void => {
  const [lock, slots, beside] = ["lock", "slots", "beside"].map((name) => handed(here, name));
  const words = `echo $CAIRN_SLOT >> ${slots}; mkdir ${lock} || exec touch ${beside}; sleep 0.3; rmdir ${lock}`;
  configure(here, { checks: [{ name: "port", argv: ["sh", "-c", words], ...more }] });
};

test("checks that say so run one at a time, and know a number of their own", async (t) => {
  const ids = ["1", "2", "3"];
  const here = shop(
    t,
    Object.fromEntries(
      ids.map((id) => [id, [{ write: { path: `${id}.txt`, text: "x\n" } }, report(id)]]),
    ),
    ids.map((id) => criterion(id, `test -e ${id}.txt`)),
  );
  lonely(here, { parallel: false });
  await here.ends(0, auto);
  assert.equal(existsSync(handed(here, "beside")), false);
  const slots = readFileSync(handed(here, "slots"), "utf8").trim().split("\n");
  assert.ok(slots.length >= 4 && slots.every((slot) => /^\d+$/u.test(slot)), slots.join());
});
