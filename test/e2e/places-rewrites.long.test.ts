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
  envOf,
  git,
  handed,
  report,
  shop,
  type Steps,
} from "./places-shop.ts";

hostsWithin();

/** Its check writes a stamp into a file of the commit. */
const stamped = (t: TestContext, path: string, check: object, work: Steps = []): Desk => {
  const here = shop(
    t,
    { "1": [{ write: { path: "one.txt", text: "1\n" } }, ...work, report("1")], mend: [] },
    [criterion("1", "test -e one.txt")],
  );
  writeFileSync(join(here.root, path), "version 0\n");
  git(here, "add", path);
  git(here, "commit", "--quiet", "-m", "version");
  const argv = ["sh", "-c", `echo version 1 > ${path}`];
  configure(here, { checks: [{ name: "build", argv, ...check }] });
  return here;
};
const said = (text: string): number => text.split("rewrites version.gen.js").length - 1;
const landed = (here: Desk, path: string): string => {
  const branch = git(here, "for-each-ref", "--format=%(refname)", "refs/heads/cairn/").trim();
  return git(here, "show", `${branch}:${path}`);
};

test("a check that rewrites a file which the run didn't change counts, and says so once; the file is put back", async (t) => {
  const here = stamped(t, "version.gen.js", {});
  const done = await here.cairn(auto, envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.equal(said(done.out + done.err), 1, done.out + done.err);
  assert.match(done.out + done.err, /"writes": \["version\.gen\.js"\]/u);
  assert.equal(landed(here, "version.gen.js"), "version 0\n");
  const known = stamped(t, "version.gen.js", { writes: ["*.gen.js"] });
  const quiet = await known.cairn(auto, envOf(known));
  assert.equal(quiet.exit, 0, quiet.out + quiet.err);
  assert.equal(said(quiet.out + quiet.err), 0);
});

test("a check that rewrites what the run changed shows nothing, known or not, and names it", async (t) => {
  const work = [{ write: { path: "version.gen.js", text: "version 2\n" } }];
  const here = stamped(t, "version.gen.js", { writes: ["*.gen.js"] }, work);
  const done = await here.cairn(auto, envOf(here));
  assert.notEqual(done.exit, 0, done.out + done.err);
  assert.match(
    done.out + done.err,
    /files of the commit were changed while it ran: version\.gen\.js/u,
  );
});

test("a check that rewrites tests is asked about on the base; named in its configuration it counts", async (t) => {
  const here = stamped(t, "shop.test.js", {});
  const asked = await here.cairn(
    ["run", "ultrawork", "Two files", "--plan", "plan.json", "--session", "s"],
    envOf(here),
  );
  assert.equal(asked.exit, 3, asked.out + asked.err);
  assert.match(asked.out, /"writes":\s+\["shop\.test\.js"\]/u);
  const known = stamped(t, "shop.test.js", { writes: ["shop.test.js"] });
  const done = await known.cairn(auto, envOf(known));
  assert.equal(done.exit, 0, done.out + done.err);
});

/** Leaves a file where another check is under way beside it. */
const lonely = (here: Desk, more: object): void => {
  const [lock, slots, beside] = ["lock", "slots", "beside"].map((name) => handed(here, name));
  const words = `echo $CAIRN_SLOT >> ${slots}; mkdir ${lock} || exec touch ${beside}; sleep 3; rmdir ${lock}`;
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
  const done = await here.cairn(auto, envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.equal(existsSync(handed(here, "beside")), false);
  const slots = readFileSync(handed(here, "slots"), "utf8").trim().split("\n");
  assert.ok(slots.length >= 4 && slots.every((slot) => /^\d+$/u.test(slot)), slots.join());
});
