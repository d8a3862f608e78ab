// Writing jobs in places of their own: what a user meets from the run's start to its delivery.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Desk, hostsWithin } from "./desk.ts";
import {
  auto,
  configure,
  criterion,
  envOf,
  handed,
  landed,
  report,
  shop,
  type Steps,
} from "./places-shop.ts";
import { branchOf, checkoutOf, git } from "./ground.ts";

hostsWithin();

test("workers work in places, what is proved lands on the run's branch, and is told apart from what was there; the checkout stays as it was", async (t) => {
  const work = (name: string, task: string): Steps => [
    { write: { path: `${name}.txt`, text: `${task}\n` } },
    report(task),
  ];
  const here = shop(t, { "1": work("one", "1"), "2": work("two", "2") }, [
    criterion("1", "test -e one.txt"),
    criterion("2", "test -e two.txt"),
  ]);
  configure(here, { fence: { writes: [handed(here, "")] } });
  const before = checkoutOf(here);
  await here.ends(0, auto);
  assert.deepEqual(checkoutOf(here), before);
  assert.match(branchOf(here), /^cairn\/two-files\S*$/u);
  assert.deepEqual(
    ["one.txt", "two.txt", "README.md"].map((path) => landed(here, path)),
    ["1\n", "2\n", "a shop\n"],
  );
  assert.match(
    git(here, "log", "-1", "--format=%B", branchOf(here)),
    /Cairn-Run: \S+\nCairn-Unit: [12]\n/u,
  );
  const brief = readFileSync(handed(here, "verify.md"), "utf8");
  const [, changed = ""] = /## Changed since the run began\n([^]*?)\n## /u.exec(brief) ?? [];
  assert.match(changed, /"one\.txt"/u, brief);
  assert.doesNotMatch(changed, /README\.md|gitignore|notes\.txt|modified/u);
  const log = await here.cairn("log s --json");
  assert.match(log.out, /BeforeRecorded/u, "what failed before");
  assert.doesNotMatch(log.out, /the tree wasn't the one/u);
});

test("jobs that change the same line: what conflicts is mended by whoever did it, and all land", async (t) => {
  const name = (id: string): Steps => [
    { write: { path: "names.txt", text: `${id}\n` } },
    { sleep: 300 },
    report(id),
  ];
  const here = shop(
    t,
    {
      "1": name("1"),
      "2": name("2"),
      "3": name("3"),
      mend: [{ write: { path: "names.txt", text: "1\n2\n3\n" } }],
    },
    [
      criterion("1", "grep -q 1 names.txt"),
      criterion("2", "grep -q 2 names.txt"),
      criterion("3", "grep -q 3 names.txt"),
    ],
  );
  const before = checkoutOf(here);
  const done = await here.ends(0, auto);
  assert.deepEqual(checkoutOf(here), before);
  const branch = branchOf(here);
  assert.equal(git(here, "show", `${branch}:names.txt`), "1\n2\n3\n");
  assert.match(done.out, / again +\d conflicts in names\.txt; its agent mends it \(1 of 3\)\n/u);
  assert.equal(done.out.match(/ lands +\d as landing \d, /gu)?.length, 3, done.out);
  const [mend = ""] = /mend-[\d.-]+/u.exec(done.out) ?? [];
  const mended = await here.cairn(["diff", "s", mend]);
  assert.match(
    mended.out,
    new RegExp(`\\(${mend}\\) landed: .*\n +names\\.txt `, "u"),
    mended.out + mended.err,
  );
});

/** Counts in a file outside of all trees how often it ran. */
const counting = (here: Desk, name: string): readonly string[] => [
  "sh",
  "-c",
  `echo >> ${handed(here, name)}; mkdir -p made && echo 1 > made/one`,
];

test("the repository's checks run on the base and on what would land, in folders that setup made ready", async (t) => {
  const here = shop(
    t,
    {
      "1": [{ write: { path: "one.txt", text: "bad\n" } }, report("1")],
      mend: [{ write: { path: "one.txt", text: "good\n" } }],
    },
    [criterion("1", "test -e one.txt")],
  );
  writeFileSync(join(here.root, ".env"), "SECRET=1\n");
  configure(here, {
    checks: [
      {
        name: "no bad words",
        argv: [
          "sh",
          "-c",
          "test -e made/one && test -e .env && if grep -rq bad *.txt; then exit 1; fi",
        ],
      },
    ],
    setup: { argv: counting(here, "setups"), inputs: ["package.json"], makes: ["made"] },
    place: { copy: [".env"] },
  });
  const done = await here.ends(0, [...auto, "--verbose"]);
  assert.match(done.out, /BaseTried all checks are green on the base/u);
  assert.match(done.out, /LandingTried 1 [^\n]*red/u);
  const branch = branchOf(here);
  assert.equal(git(here, "show", `${branch}:one.txt`), "good\n");
  assert.deepEqual(git(here, "ls-tree", "--name-only", branch).trim().split("\n").toSorted(), [
    ".gitignore",
    "README.md",
    "one.txt",
  ]);
  assert.equal(
    readFileSync(handed(here, "setups"), "utf8").length,
    1,
    "what setup made is kept for the next folder",
  );
});

test("git's variables of the caller lead no job and no check into the user's repository", async (t) => {
  const steps: Steps = [
    { write: { path: "one.txt", text: "1\n" } },
    { run: ["sh", "-ec", "git add -A; git commit -qm agents"] },
    report("1"),
  ];
  const here = shop(t, { "1": steps }, [criterion("1", "test -e one.txt")]);
  const argv = [
    "sh",
    "-ec",
    "git add -A; git -c user.name=c -c user.email=c@c commit -q --allow-empty -m checks",
  ];
  configure(here, { checks: [{ name: "commits", argv }] });
  const before = [checkoutOf(here), git(here, "rev-parse", "master")];
  const names = {
    GIT_DIR: ".git",
    GIT_INDEX_FILE: ".git/index",
    GIT_WORK_TREE: ".",
    GIT_OBJECT_DIRECTORY: ".git/objects",
  };
  const callers = Object.fromEntries(
    Object.entries(names).map(([name, path]) => [name, join(here.root, path)]),
  );
  Object.assign(process.env, callers, { GIT_NAMESPACE: "other" });
  const done = await here
    .cairn(auto, { env: { ...envOf(here).env, ...callers, GIT_NAMESPACE: "other" } })
    .finally(() => {
      for (const name of [...Object.keys(names), "GIT_NAMESPACE"]) delete process.env[name];
    });
  assert.equal(done.exit, 0, done.out + done.err);
  assert.deepEqual([checkoutOf(here), git(here, "rev-parse", "master")], before);
  const branch = branchOf(here);
  assert.equal(git(here, "log", "--format=%s", `master..${branch}`), "Task 1\n");
});
