// Whoever claims a job works in a place of his own, and what he leaves there lands on proof like an agent's.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at } from "./desk.ts";
import { auto, criterion, envOf, git, shop } from "./places-shop.ts";

const tasks = [criterion("1", "test -e one.txt"), criterion("2", "test -e two.txt")];
const done = (task: string) =>
  JSON.stringify({
    task,
    status: "done",
    summary: "It is there.",
    evidence: [],
  });

const begun = async (
  t: Parameters<typeof shop>[0],
  planned: Parameters<typeof shop>[2] = tasks,
) => {
  const here = shop(t, {}, planned);
  const go = (...words: readonly string[]) => here.cairn(words, envOf(here));
  await go(...auto, "--hand");
  const claim = async (job: string, ...more: readonly string[]) => {
    const claimed = await go("job", "claim", "s", job, "--json", ...more);
    assert.equal(claimed.exit, 0, claimed.err);
    return { token: String(at(claimed.json(), "token")), place: at(claimed.json(), "place") };
  };
  const report = (task: string, token: string) =>
    go("job", "report", "s", "--token", token, "--data", done(task));
  const shown = (path: string) =>
    git(
      here,
      "show",
      `${git(here, "branch", "--list", "--format=%(refname:short)", "cairn/*").trim()}:${path}`,
    );
  return { here, go, claim, report, shown };
};

test("two people claim, each in a place of his own, and both land", async (t) => {
  const { here, go, claim, report, shown } = await begun(t);
  const [one, two] = [await claim("1", "--as", "ana"), await claim("2", "--as", "bo")];
  const [first, second] = [String(one.place), String(two.place)];
  assert.notEqual(first, second);
  assert.equal(readFileSync(join(first, "README.md"), "utf8"), "a shop\n");
  writeFileSync(join(first, "one.txt"), "1\n");
  writeFileSync(join(second, "two.txt"), "2\n");
  assert.match(
    (await go("diff", "s", "1")).out,
    /1 \(task-1-1\) is under way, .*\n.* +one\.txt +\+1 −0/u,
  );
  for (const [task, { token }] of [["1", one] as const, ["2", two] as const]) {
    const reported = await report(task, token);
    assert.equal(reported.exit, 0, reported.err);
  }
  const driven = await go("run", "s", "--hand");
  assert.equal(shown("one.txt"), "1\n", driven.out + driven.err);
  assert.equal(shown("two.txt"), "2\n");
  assert.deepEqual(git(here, "status", "--short").trim().split("\n"), [
    "M README.md",
    "?? notes.txt",
  ]);
});

test("a report that is refused takes nothing; what a place may not land is told", async (t) => {
  const { go, claim, report } = await begun(t);
  const { token, place } = await claim("1", "--as", "ana");
  writeFileSync(join(String(place), "one.txt"), "1\n");
  writeFileSync(
    join(String(place), ".npmrc"),
    `//registry.example/:_authToken=npm_${"a1B2".repeat(9)}\n`,
  );
  const wrong = await go(
    "job",
    "report",
    "s",
    "--token",
    token,
    "--data",
    JSON.stringify({ task: "1", status: "perhaps" }),
  );
  assert.match(wrong.err, /REPORT_MISFIT/u);
  assert.doesNotMatch((await go("log", "s")).out, /WorkTaken/u);
  const reported = await report("1", token);
  assert.equal(reported.exit, 0, reported.err);
  assert.match(reported.out, /warning {2}.*\.npmrc.*seems to hold a secret/u);
  assert.equal((await report("1", token)).exit, 2);
});

test("what is given back goes on where it stood", async (t) => {
  const { go, claim, report, shown } = await begun(t);
  const { token, place } = await claim("1", "--as", "ana");
  writeFileSync(join(String(place), "one.txt"), "1\n");
  assert.equal((await go("job", "release", "s", "--token", token, "--reason", "no time")).exit, 0);
  await go("run", "s", "--hand");
  const next = await claim("1", "--as", "bo");
  assert.equal(readFileSync(join(String(next.place), "one.txt"), "utf8"), "1\n");
  assert.equal((await report("1", next.token)).exit, 0);
  await go("run", "s", "--hand");
  assert.equal(shown("one.txt"), "1\n");
});

test("--here takes what lies in the checkout, and makes no place", async (t) => {
  const { here, go, claim, report, shown } = await begun(t);
  const { token, place } = await claim("1", "--here");
  assert.equal(place, null);
  writeFileSync(join(here.root, "one.txt"), "1\n");
  assert.equal((await report("1", token)).exit, 0);
  await go("run", "s", "--hand");
  assert.equal(shown("one.txt"), "1\n");
  assert.equal(existsSync(join(here.root, "one.txt")), true);
});

test("a chat that claimed is told of its place when it comes back, and held back from the checkout", async (t) => {
  const { here, go } = await begun(t);
  const claimed = await go("job", "claim", "s", "1", "--as", "bo", "--json");
  const place = String(at(claimed.json(), "place"));
  assert.ok(String(at(claimed.json(), "brief")).startsWith(`Work in ${place}: `));
  const tell = (event: string, told: object) =>
    here.cairn(["setup", "hooks", "run", event], {
      stdin: JSON.stringify({ session_id: "chat", cwd: here.root, ...told }),
      ...envOf(here),
    });
  const ran = {
    tool_name: "Bash",
    tool_input: { command: "cairn job claim s 1 --json" },
    tool_response: { stdout: claimed.out, stderr: "" },
  };
  await tell("PostToolUse", ran);
  assert.match(
    (await tell("SessionStart", { source: "resume" })).out,
    new RegExp(`Its work is done in ${place}: `, "u"),
  );
  const edit = (path: string) =>
    tell("PreToolUse", { tool_name: "Write", tool_input: { file_path: path, content: "" } });
  assert.match(
    (await edit(join(here.root, "one.txt"))).out,
    /deny[^]*works in [^ ]*\/tree, a copy of its own/u,
  );
  assert.equal((await edit(join(place, "one.txt"))).out, "");
});

test("more places at work than are kept are told of", async (t) => {
  const ids = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  const { go } = await begun(
    t,
    ids.map((id) => criterion(id, `test -e ${id}.txt`)),
  );
  const told: string[] = [];
  for (const id of ids) told.push((await go("job", "claim", "s", id)).err);
  assert.equal(told.slice(0, 8).join(""), "");
  assert.match(
    told[8] ?? "",
    /^9 places and checkouts are at work for this repository, more than the 8 that are kept: /u,
  );
});

const inPlace = (place: string, ...words: readonly string[]): void =>
  void execFileSync("git", ["-c", "user.name=Bo", "-c", "user.email=bo@example.org", ...words], {
    cwd: place,
  });

test("work on another branch of a place, or in a stash, is named before any of it is lost", async (t) => {
  const { go, claim, report, shown } = await begun(t);
  const { token, place } = await claim("1");
  const folder = String(place);
  inPlace(folder, "switch", "-qc", "feature");
  writeFileSync(join(folder, "one.txt"), "1\n");
  inPlace(folder, "add", "one.txt");
  inPlace(folder, "commit", "-qm", "one");
  inPlace(folder, "switch", "-q", "work");
  writeFileSync(join(folder, "README.md"), "stashed\n");
  inPlace(folder, "stash", "-q");
  const no = await report("1", token);
  assert.match(
    no.err,
    /^WORK_ASTRAY: what is checked out in \S+ doesn't hold all that was done there: branch feature, the stash\n/u,
  );
  assert.match((await go("job", "release", "s", "--token", token)).err, /^WORK_ASTRAY/u);
  inPlace(folder, "stash", "drop", "-q");
  inPlace(folder, "merge", "-q", "feature");
  assert.equal((await report("1", token)).exit, 0);
  await go("run", "s", "--hand");
  assert.equal(shown("one.txt"), "1\n");
});

test("a run isn't dropped while a place holds what nobody took, and who reports too late is told where it lies", async (t) => {
  const { go, claim, report } = await begun(t);
  const { token, place } = await claim("1", "--as", "bo");
  writeFileSync(join(String(place), "one.txt"), "1\n");
  assert.equal((await go("stop", "--cancel", "s", "--reason", "enough", "--yes")).exit, 0);
  assert.match(
    (await report("1", token)).err,
    new RegExp(`^JOB_UNKNOWN: .*: what you did lies in ${String(place)}\n`, "u"),
  );
  assert.match(
    (await go("drop", "s", "--yes")).err,
    new RegExp(`^PLACE_CHANGED: ${String(place)} holds uncollected work: one\\.txt\n`, "u"),
  );
  assert.equal(readFileSync(join(String(place), "one.txt"), "utf8"), "1\n");
  rmSync(String(place), { recursive: true });
  assert.equal((await go("drop", "s", "--yes")).exit, 0);
});

test("a place that is gone, or forgotten, can be given back", async (t) => {
  const { here, go, claim, report } = await begun(t);
  const first = await claim("1");
  rmSync(String(first.place), { recursive: true });
  assert.match(
    (await report("1", first.token)).err,
    /^PLACE_GONE: .*\n {2}give the job back by `cairn job release`/u,
  );
  assert.equal((await go("job", "release", "s", "--token", first.token)).exit, 0);
  await go("run", "s", "--hand");
  const next = await claim("1");
  rmSync(join(here.root, ".git/cairn/claims"), { recursive: true });
  assert.match(
    (await report("1", next.token)).err,
    /^TOKEN_STALE: where task-1-\d was worked on isn't known any more\n {2}give it back/u,
  );
  assert.equal((await go("job", "release", "s", "--token", next.token)).exit, 0);
});

test("a checkout in the midst of a merge isn't taken; what is left out of one is told", async (t) => {
  const { here, go, claim, report } = await begun(t);
  const { token } = await claim("1", "--here");
  writeFileSync(
    join(here.root, ".npmrc"),
    `//registry.example/:_authToken=npm_${"a1B2".repeat(9)}\n`,
  );
  git(here, "stash", "-q");
  for (const [branch, text] of [
    ["side", "one"],
    ["master", "other"],
  ] as const) {
    if (branch === "side") git(here, "switch", "-qc", branch);
    else git(here, "switch", "-q", branch);
    writeFileSync(join(here.root, "README.md"), `${text}\n`);
    git(here, "commit", "-qam", text);
  }
  assert.throws(() => git(here, "merge", "-q", "side"));
  assert.match((await report("1", token)).err, /^CHECKOUT_UNFINISHED: a merge is under way in /u);
  git(here, "merge", "--abort");
  assert.match(
    (await report("1", token)).out,
    /warning {2}\.npmrc isn't taken along: it seems to hold a secret/u,
  );
  assert.equal((await go("status", "s")).exit, 0);
});

test("who only judges is given what is to be judged, with --here, too", async (t) => {
  const { here, go, claim, report } = await begun(t);
  for (const id of ["1", "2"]) {
    const { token, place } = await claim(id, "--as", "ana");
    writeFileSync(join(String(place), id === "1" ? "one.txt" : "two.txt"), `${id}\n`);
    await report(id, token);
  }
  const driven = await go("run", "s", "--hand");
  assert.match(driven.out, /cairn job claim \S+ judge-verify-1/u);
  const judge = await claim("judge-verify-1", "--here", "--as", "cleo");
  assert.equal(readFileSync(join(String(judge.place), "two.txt"), "utf8"), "2\n");
  assert.equal(existsSync(join(here.root, "two.txt")), false);
});

test(
  "what is neither file nor folder in a place's own git holds nobody up",
  { timeout: 60_000 },
  async (t) => {
    const { claim, report, go, shown } = await begun(t);
    const { token, place } = await claim("1");
    const folder = String(place);
    writeFileSync(join(folder, "one.txt"), "1\n");
    for (const name of [
      "HEAD",
      "index",
      "config",
      "config.worktree",
      "index.lock",
      "packed-refs",
      "shallow",
      "refs/stash",
      "MERGE_HEAD",
    ]) {
      rmSync(join(folder, ".git", name), { force: true });
      execFileSync("mkfifo", [join(folder, ".git", name)]);
    }
    const reported = await report("1", token);
    assert.equal(reported.exit, 0, reported.err);
    await go("run", "s", "--hand");
    assert.equal(shown("one.txt"), "1\n");
  },
);
