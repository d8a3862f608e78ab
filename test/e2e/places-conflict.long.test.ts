// Jobs in places whose work crosses, is taken back by others, or lacks what a check needs.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { type Desk, hostsWithin } from "./desk.ts";
import {
  attended,
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

/** Two that write one line each into one file; the second has to mend. */
const second = (t: TestContext, mend: Steps): Desk => {
  const name = (id: string, ms: number): Steps => [
    { sleep: ms },
    { write: { path: "names.txt", text: `${id}\n` } },
    report(id),
  ];
  return shop(t, { "1": name("1", 0), "2": name("2", 1_500), mend }, [
    criterion("1", "grep -q 1 names.txt"),
    criterion("2", "grep -q 2 names.txt"),
  ]);
};
for (const [how, mend] of [
  ["nothing", []],
  [
    "conflict marks, committed",
    [{ run: ["git", "-c", "user.name=w", "-c", "user.email=w@w", "commit", "-qam", "done"] }],
  ],
] as const)
  test(`who mends a conflict with ${how} lands nothing: after three times a person is asked, or the run fails`, async (t) => {
    const here = second(t, mend);
    const done = await here.cairn(
      [...auto, "--max-attempts", "1", "--max-iterations", "1"],
      envOf(here),
    );
    assert.notEqual(done.exit, 0, done.out + done.err);
    const branch = git(
      here,
      "for-each-ref",
      "--format=%(refname:short)",
      "refs/heads/cairn/",
    ).trim();
    assert.equal(git(here, "show", `${branch}:names.txt`), "1\n", done.out + done.err);
  });

const firstFails = (out: string): void => {
  assert.match(out, / 1 +0\/1 +Task 1\n/u);
  assert.match(out, /^Two files: failed: [^\n]*1\.1 "1 holds" doesn't hold: exit 1\n/mu);
};

test("who mends a conflict by taking away what others did doesn't end the run well", async (t) => {
  const here = second(t, [{ write: { path: "names.txt", text: "2\n" } }]);
  const done = await here.cairn(
    [...auto, "--max-attempts", "1", "--max-iterations", "1"],
    envOf(here),
  );
  assert.notEqual(done.exit, 0, done.out + done.err);
  firstFails(done.out);
});

test("a later task that breaks an earlier one's criterion is found on the final head, and the run doesn't succeed", async (t) => {
  const here = shop(
    t,
    {
      "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")],
      "2": [{ run: ["rm", "one.txt"] }, { write: { path: "two.txt", text: "2\n" } }, report("2")],
    },
    [
      criterion("1", "test -e one.txt"),
      { ...criterion("2", "test -e two.txt"), blocked_by: ["1"] },
    ],
  );
  const done = await here.cairn(
    [...auto, "--max-attempts", "1", "--max-iterations", "1"],
    envOf(here),
  );
  assert.notEqual(done.exit, 0, done.out + done.err);
  firstFails(done.out);
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

test("with --auto work that is mended in vain fails the run with the reason, and nothing asks; taken up again it lands", async (t) => {
  const { here, put } = lacking(t);
  const failed = await here.cairn(auto, envOf(here));
  assert.equal(failed.exit, 4, failed.out + failed.err);
  assert.match(
    failed.out,
    /an agent mended its work 3 times in vain: merged onto the run's branch/u,
  );
  assert.doesNotMatch(failed.out, /waits for you|cairn decide/u);
  put();
  const again = ["resume", "s", "--reason", "the server is back"];
  assert.equal((await here.cairn(again, envOf(here))).exit, 0);
  const done = await here.cairn(["run", "s"], envOf(here));
  assert.match(done.out, /lands {4}1 as landing 1/u, done.out + done.err);
});

test("a check that lacked something outside of the tree runs again once a person put it there and says so", async (t) => {
  const { here, put } = lacking(t);
  await here.cairn(attended, envOf(here));
  await here.cairn(["decide", "s", "approve-1", "approve"], envOf(here));
  const asked = await here.cairn(["run", "s"], envOf(here));
  assert.equal(asked.exit, 3, asked.out + asked.err);
  assert.match(asked.out, /merged onto the run's branch, the work of 1 fails a check: server: /u);
  assert.match(
    asked.out,
    /asks you +1 +1\/1 [^]*‖ waiting +verify [^]*1 of 2 criteria proved, 1 of them not landed yet\n/u,
  );
  const [, key = ""] = /cairn decide \S+ (stuck-\S+) again/u.exec(asked.out) ?? [];
  put();
  assert.equal((await here.cairn(["decide", "s", key, "again"], envOf(here))).exit, 0);
  const done = await here.cairn(["run", "s"], envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
});
