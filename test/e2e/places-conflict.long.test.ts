// Jobs in places whose work crosses, is taken back by others, or lacks what a check needs.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { hostsWithin } from "./desk.ts";
import {
  attended,
  auto,
  configure,
  criterion,
  handed,
  report,
  script,
  shop,
  type Steps,
} from "./places-shop.ts";

hostsWithin();

test("who mends a conflict by taking away what others did doesn't end the run well", async (t) => {
  const here = shop(t, {}, [
    criterion("1", "grep -q 1 names.txt"),
    criterion("2", "grep -q 2 names.txt"),
  ]);
  const write = (text: string): Steps => [{ write: { path: "names.txt", text } }];
  const sh = (text: string): Steps => [{ run: ["sh", "-c", text] }];
  const ended = handed(here, "one");
  // The second ends after the first, and began before that landed.
  script(here, {
    "1": [...write("1\n"), report("1"), ...sh(`touch ${ended}`)],
    "2": [
      ...sh(`until [ -e ${ended} ]; do sleep 0.05; done`),
      { sleep: 300 },
      ...write("2\n"),
      report("2"),
    ],
    mend: write("2\n"),
  });
  const done = await here.cairn([...auto, "--max-attempts", "1", "--max-iterations", "1"]);
  assert.notEqual(done.exit, 0, done.out + done.err);
  assert.match(done.out, / 1 +0\/1 +Task 1\n/u);
  assert.match(done.out, /^Two files: failed: [^\n]*1\.1 "1 holds" doesn't hold: exit 1\n/mu);
});

/** Its check lacks a file outside of the tree. */
const lacking = (t: TestContext) => {
  const here = shop(
    t,
    { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")], mend: [] },
    [criterion("1", "test -e one.txt")],
  );
  const lacked = handed(here, "server");
  configure(here, {
    checks: [{ name: "server", argv: ["sh", "-c", `test ! -e one.txt || test -e ${lacked}`] }],
  });
  return { here, put: () => writeFileSync(lacked, "") };
};

test("a check that lacked something outside of the tree runs again once a person put it there and says so", async (t) => {
  const { here, put } = lacking(t);
  await here.cairn(attended);
  await here.cairn("decide s approve-1 approve");
  const asked = await here.ends(3, "run s");
  assert.match(asked.out, /merged onto the run's branch, the work of 1 fails a check: server: /u);
  assert.match(
    asked.out,
    /asks you +1 +1\/1 [^]*‖ waiting +verify [^]*1 of 2 criteria proved, 1 of them not landed yet\n/u,
  );
  const [, key = ""] = /cairn decide \S+ (stuck-\S+) again/u.exec(asked.out) ?? [];
  put();
  await here.ends(0, ["decide", "s", key, "again"]);
  await here.ends(0, "run s");
});
