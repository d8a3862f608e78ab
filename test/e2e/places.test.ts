// Writing jobs in places of their own: what a user meets from the run's start to its delivery.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Desk, desk } from "./desk.ts";

const git = ({ root }: Desk, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...words], { cwd: root, encoding: "utf8" });

const criterion = (id: string, command: string) => ({
  id,
  subject: `Task ${id}`,
  success_criteria: [{ criteria: `${id} holds`, command }],
});
const verify = { success_criteria: [{ criteria: "all hold", command: "test -e README.md" }] };
const judgements = (ids: readonly string[]) => [
  ...ids.map((task) => ({ task, criterion: 1, judgement: "met", note: "" })),
  { task: "verify", criterion: 3, judgement: "met", note: "" },
];

type Steps = readonly Readonly<Record<string, unknown>>[];
/** A repository with one commit, uncommitted changes, and a scripted agent; `workers`: what each task's worker does. */
const shop = (t: TestContext, workers: Readonly<Record<string, Steps>>, tasks: readonly { readonly id: string }[]): Desk => {
  const here = desk(t, {
    "README.md": "a shop\n",
    ".gitignore": ".cairn/\nplan.json\ncairn.config.json\n",
    "plan.json": JSON.stringify({ tasks, verify }),
  });
  const script = join(here.folder, "script.mjs");
  const verdict = { sweep: 1, verdict: "PASS", judgements: judgements(tasks.map(({ id }) => id)), issues: [], notes: "" };
  const scenes = JSON.stringify({ ...workers, verify: [{ report: verdict }] });
  writeFileSync(
    script,
    `const scenes = ${scenes};\nexport const steps = ({ unit, job }) => scenes[job.startsWith("mend-") ? "mend" : unit];\n`,
  );
  const agents = { scripted: { driver: "scripted", argv: [script] } };
  writeFileSync(join(here.root, "cairn.config.json"), JSON.stringify({ places: true, agents, roles: { "*": "scripted" } }));
  git(here, "add", "--all");
  git(here, "commit", "--quiet", "-m", "a shop");
  writeFileSync(join(here.root, "README.md"), "a shop, changed\n");
  writeFileSync(join(here.root, "notes.txt"), "mine\n");
  process.env["CAIRN_PLACES"] = join(here.folder, "places");
  t.after(() => delete process.env["CAIRN_PLACES"]);
  return here;
};
const report = (task: string) => ({ report: { task, status: "done", summary: "It is there.", files_changed: [], evidence: [] } });
const auto = ["run", "ultrawork", "Two files", "--plan", "plan.json", "--auto", "--no-baseline", "--session", "s"];

/** All that a user has in the checkout, by its bytes, git's index and HEAD with it. */
const checkoutOf = ({ root }: Desk): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [".git/HEAD", ".git/index", ...readdirSync(root).filter((name) => name !== ".git" && name !== ".cairn")]
      .filter((name) => statSync(join(root, name)).isFile())
      .map((name) => [name, readFileSync(join(root, name), "hex")]),
  );
const envOf = ({ folder }: Desk) => ({ env: { CAIRN_PLACES: join(folder, "places") } });

test("workers work in places, and what is proved lands on the run's branch; the checkout stays as it was", async (t) => {
  const here = shop(
    t,
    {
      "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")],
      "2": [{ write: { path: "two.txt", text: "2\n" } }, report("2")],
    },
    [criterion("1", "test -e one.txt"), criterion("2", "test -e two.txt")],
  );
  const before = checkoutOf(here);
  const done = await here.cairn(auto, envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.deepEqual(checkoutOf(here), before);
  const [branch = ""] = git(here, "for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim().split("\n");
  assert.match(branch, /^cairn\/two-files/u);
  assert.equal(git(here, "show", `${branch}:one.txt`), "1\n");
  assert.equal(git(here, "show", `${branch}:two.txt`), "2\n");
  assert.equal(git(here, "show", `${branch}:README.md`), "a shop\n");
  assert.match(git(here, "log", "-1", "--format=%B", branch), /Cairn-Run: \S+\nCairn-Job: task-/u);
});

test("jobs that change the same line: what conflicts is mended by whoever did it, and all land", async (t) => {
  const name = (id: string): Steps => [{ write: { path: "names.txt", text: `${id}\n` } }, { sleep: 300 }, report(id)];
  const here = shop(t, { "1": name("1"), "2": name("2"), "3": name("3"), mend: [{ write: { path: "names.txt", text: "1\n2\n3\n" } }] }, [
    criterion("1", "grep -q 1 names.txt"),
    criterion("2", "grep -q 2 names.txt"),
    criterion("3", "grep -q 3 names.txt"),
  ]);
  const before = checkoutOf(here);
  const done = await here.cairn(auto, envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.deepEqual(checkoutOf(here), before);
  const branch = git(here, "for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
  assert.equal(git(here, "show", `${branch}:names.txt`), "1\n2\n3\n");
  assert.match(done.out, /ConflictFound/u);
  assert.match(done.out, /LandingTried [^\n]*green/u);
  const [mend = ""] = /mend-\S+/u.exec(done.out) ?? [];
  const mended = await here.cairn(["diff", "s", mend], envOf(here));
  assert.match(mended.out, new RegExp(`\\(${mend}\\) landed: .*\n +names\\.txt `, "u"), mended.out + mended.err);
});

/** Two that write one line each into one file; the second has to mend. */
const second = (t: TestContext, mend: Steps): Desk => {
  const name = (id: string, ms: number): Steps => [{ sleep: ms }, { write: { path: "names.txt", text: `${id}\n` } }, report(id)];
  return shop(t, { "1": name("1", 0), "2": name("2", 1_500), mend }, [
    criterion("1", "grep -q 1 names.txt"),
    criterion("2", "grep -q 2 names.txt"),
  ]);
};
for (const [how, mend] of [
  ["nothing", []],
  ["conflict marks, committed", [{ run: ["git", "-c", "user.name=w", "-c", "user.email=w@w", "commit", "-qam", "done"] }]],
] as const)
  test(`who mends a conflict with ${how} lands nothing: after three times a person is asked, or the run fails`, async (t) => {
    const here = second(t, mend);
    const done = await here.cairn([...auto, "--max-attempts", "1", "--max-iterations", "1"], envOf(here));
    assert.notEqual(done.exit, 0, done.out + done.err);
    const branch = git(here, "for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
    assert.equal(git(here, "show", `${branch}:names.txt`), "1\n", done.out + done.err);
  });

test("who mends a conflict by taking away what others did doesn't end the run well", async (t) => {
  const here = second(t, [{ write: { path: "names.txt", text: "2\n" } }]);
  const done = await here.cairn([...auto, "--max-attempts", "1", "--max-iterations", "1"], envOf(here));
  assert.notEqual(done.exit, 0, done.out + done.err);
  assert.match(done.out, /task 1 criterion 1 not proved/u);
});

/** Counts in a file outside of all trees how often it ran. */
const counting = (here: Desk, name: string): readonly string[] => [
  "sh",
  "-c",
  `echo >> ${join(here.folder, name)}; mkdir -p made && echo 1 > made/one`,
];
const configure = (here: Desk, more: Readonly<Record<string, unknown>>): void => {
  const path = join(here.root, "cairn.config.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...more }));
};

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
    checks: [{ name: "no bad words", argv: ["sh", "-c", "test -e made/one && test -e .env && if grep -rq bad *.txt; then exit 1; fi"] }],
    setup: { argv: counting(here, "setups"), inputs: ["package.json"], makes: ["made"] },
    place: { copy: [".env"] },
  });
  const done = await here.cairn(auto, envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.match(done.out, /BaseTried all checks are green on the base/u);
  assert.match(done.out, /LandingTried 1 [^\n]*red/u);
  const branch = git(here, "for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
  assert.equal(git(here, "show", `${branch}:one.txt`), "good\n");
  assert.deepEqual(git(here, "ls-tree", "--name-only", branch).trim().split("\n").toSorted(), [".gitignore", "README.md", "one.txt"]);
  assert.equal(readFileSync(join(here.folder, "setups"), "utf8").length, 1, "what setup made is kept for the next folder");
});

test("a setup that fails is told as the setup's fault, and that this run keeps it", async (t) => {
  const here = shop(t, { "1": [report("1")] }, [criterion("1", "test -e one.txt")]);
  configure(here, { setup: { argv: ["no-such-program"] } });
  const failed = await here.cairn(auto, envOf(here));
  assert.equal(failed.exit, 1, failed.out + failed.err);
  assert.match(
    failed.err,
    /couldn't be made ready: `no-such-program`[^]*`setup` in cairn\.config\.json[^]*this one keeps what it began with/u,
  );
  assert.doesNotMatch(failed.err, /its argv/u);
});

test("a check that lacked something outside of the tree runs again once a person put it there and says so", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")], mend: [] }, [criterion("1", "test -e one.txt")]);
  const lacked = join(here.folder, "server");
  configure(here, { checks: [{ name: "server", argv: ["sh", "-c", `test ! -e one.txt || test -e ${lacked}`] }] });
  const asked = await here.cairn(auto, envOf(here));
  assert.equal(asked.exit, 3, asked.out + asked.err);
  assert.match(asked.out, /merged onto the run's branch, the work of 1 fails a check: server: /u);
  const [, key = ""] = /cairn decide \S+ (stuck-\S+) again/u.exec(asked.out) ?? [];
  writeFileSync(lacked, "");
  assert.equal((await here.cairn(["decide", "s", key, "again"], envOf(here))).exit, 0);
  const done = await here.cairn(["run", "s"], envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
});

test("a check that fails on the base before any work is a person's question", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")] }, [criterion("1", "test -e one.txt")]);
  configure(here, { checks: [{ name: "two is there", argv: ["test", "-e", "one.txt"] }] });
  const asked = await here.cairn(auto, envOf(here));
  assert.equal(asked.exit, 3, asked.out + asked.err);
  assert.match(asked.out, /Before any work these checks of the repository fail/u);
  assert.match(asked.out, /correct\s+`checks`\s+in\s+cairn\.config\.json,\s+and\s+begin\s+anew/u);
  const key = /cairn decide (\S+) (red-\S+) /u.exec(asked.out);
  assert.ok(key !== null, asked.out);
  assert.equal((await here.cairn(["decide", key[1] ?? "", key[2] ?? "", "expect"], envOf(here))).exit, 0);
  const done = await here.cairn(["run", "s"], envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
});
