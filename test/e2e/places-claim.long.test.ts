// Whoever claims a job works in a place of his own, and what he leaves there lands on proof like an agent's.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { asTyped, at, hostsWithin } from "./desk.ts";
import { auto, criterion, landed, shop } from "./places-shop.ts";
import { git } from "./ground.ts";

hostsWithin();

const tasks = [criterion("1", "test -e one.txt"), criterion("2", "test -e two.txt")];
const done = (task: string) =>
  JSON.stringify({ task, status: "done", summary: "It is there.", evidence: [] });
const secret = `//registry.example/:_authToken=npm_${"a1B2".repeat(9)}\n`;

const begun = async (t: TestContext, planned: Parameters<typeof shop>[2] = tasks) => {
  const here = shop(t, {}, planned);
  const { cairn, ends } = here;
  await cairn([...auto, "--hand"]);
  const claim = async (job: string, ...more: readonly string[]) => {
    const claimed = (await ends(0, asTyped`job claim s ${job} --json ${more}`)).json();
    const place = at(claimed, "place");
    return { token: String(at(claimed, "token")), place: String(place), isHere: place === null };
  };
  const report = (task: string, token: string) =>
    cairn(asTyped`job report s --token ${token} --data ${done(task)}`);
  return { here, cairn, ends, claim, report };
};

test("two people claim, each in a place of his own, and both land; a report that is refused takes nothing, and who judges is given what is to be judged", async (t) => {
  const { here, cairn, ends, claim, report } = await begun(t);
  const [one, two] = [await claim("1", "--as", "ana"), await claim("2", "--as", "bo")];
  assert.notEqual(one.place, two.place);
  assert.equal(readFileSync(join(one.place, "README.md"), "utf8"), "a shop\n");
  writeFileSync(join(one.place, "one.txt"), "1\n");
  writeFileSync(join(one.place, ".npmrc"), secret);
  writeFileSync(join(two.place, "two.txt"), "2\n");
  assert.match(
    (await cairn("diff s 1")).out,
    /1 \(task-1-1\) is under way, .*\n[^]* +one\.txt +\+1 −0/u,
  );
  const wrong = await ends(
    2,
    asTyped`job report s --token ${one.token} --data ${'{"task":"1","status":"perhaps"}'}`,
  );
  assert.match(wrong.err, /REPORT_MISFIT/u);
  assert.doesNotMatch((await cairn("log s")).out, /WorkTaken/u);
  const reported = await report("1", one.token);
  assert.equal(reported.exit, 0, reported.err);
  assert.match(reported.out, /warning {2}.*\.npmrc.*seems to hold a secret/u);
  assert.equal((await report("1", one.token)).exit, 2);
  assert.equal((await report("2", two.token)).exit, 0);
  const driven = await cairn("run s --hand");
  assert.deepEqual([landed(here, "one.txt"), landed(here, "two.txt")], ["1\n", "2\n"]);
  assert.deepEqual(git(here, "status", "--short").trim().split("\n"), [
    "M README.md",
    "?? notes.txt",
  ]);
  assert.match(driven.out, /cairn job claim \S+ judge-verify-1/u);
  const judge = await claim("judge-verify-1", "--here", "--as", "cleo");
  assert.equal(readFileSync(join(judge.place, "two.txt"), "utf8"), "2\n");
  assert.equal(existsSync(join(here.root, "two.txt")), false);
});

const inPlace = (place: string, ...words: readonly string[]): void =>
  void execFileSync("git", ["-c", "user.name=Bo", "-c", "user.email=bo@example.org", ...words], {
    cwd: place,
  });

test("what is given back goes on where it stood; a place that is gone, or forgotten, can be given back; work on another branch or in a stash is named before any of it is lost", async (t) => {
  const { here, cairn, ends, claim, report } = await begun(t);
  const first = await claim("1", "--as", "ana");
  writeFileSync(join(first.place, "one.txt"), "1\n");
  await ends(0, asTyped`job release s --token ${first.token} --reason "no time"`);
  await cairn("run s --hand");
  const second = await claim("1", "--as", "bo");
  assert.equal(readFileSync(join(second.place, "one.txt"), "utf8"), "1\n");

  rmSync(second.place, { recursive: true });
  assert.match(
    (await report("1", second.token)).err,
    /^PLACE_GONE: .*\n {2}give the job back by `cairn job release`/u,
  );
  await ends(0, asTyped`job release s --token ${second.token}`);
  await cairn("run s --hand");
  const third = await claim("1");
  rmSync(join(here.root, ".git/cairn/claims"), { recursive: true });
  assert.match(
    (await report("1", third.token)).err,
    /^TOKEN_STALE: where task-1-\d was worked on isn't known any more\n {2}give it back/u,
  );
  await ends(0, asTyped`job release s --token ${third.token}`);
  await cairn("run s --hand");

  const { token, place } = await claim("1");
  inPlace(place, "switch", "-qc", "feature");
  writeFileSync(join(place, "one.txt"), "again\n");
  inPlace(place, "add", "one.txt");
  inPlace(place, "commit", "-qm", "one");
  inPlace(place, "switch", "-q", "work");
  writeFileSync(join(place, "README.md"), "stashed\n");
  inPlace(place, "stash", "-q");
  assert.match(
    (await report("1", token)).err,
    /^WORK_ASTRAY: what is checked out in \S+ doesn't hold all that was done there: branch feature, the stash\n/u,
  );
  assert.match((await cairn(asTyped`job release s --token ${token}`)).err, /^WORK_ASTRAY/u);
  inPlace(place, "stash", "drop", "-q");
  inPlace(place, "merge", "-q", "feature");
  assert.equal((await report("1", token)).exit, 0);
  await cairn("run s --hand");
  assert.equal(landed(here, "one.txt"), "again\n");
});

test("--here takes what lies in the checkout, and makes no place; one in the midst of a merge isn't taken, and what is left out is told", async (t) => {
  const { here, cairn, ends, claim, report } = await begun(t);
  const { token, isHere } = await claim("1", "--here");
  assert.ok(isHere);
  writeFileSync(join(here.root, ".npmrc"), secret);
  git(here, "stash", "-q");
  git(here, "switch", "-qc", "side");
  for (const text of ["one", "other"]) {
    if (text === "other") git(here, "switch", "-q", "master");
    writeFileSync(join(here.root, "README.md"), `${text}\n`);
    git(here, "commit", "-qam", text);
  }
  assert.throws(() => git(here, "merge", "-q", "side"));
  assert.match((await report("1", token)).err, /^CHECKOUT_UNFINISHED: a merge is under way in /u);
  git(here, "merge", "--abort");
  writeFileSync(join(here.root, "one.txt"), "1\n");
  assert.match(
    (await report("1", token)).out,
    /warning {2}\.npmrc isn't taken along: it seems to hold a secret/u,
  );
  await cairn("run s --hand");
  assert.equal(landed(here, "one.txt"), "1\n");
  assert.equal(existsSync(join(here.root, "one.txt")), true);
  await ends(0, "status s");
});

test("a run isn't dropped while the place of a claimed job holds what nobody took", async (t) => {
  const { cairn, ends, report } = await begun(t);
  const claimed = await cairn("job claim s 1 --as bo --json");
  const [place, token] = ["place", "token"].map((key) => String(at(claimed.json(), key)));
  assert.ok(place !== undefined && token !== undefined);
  assert.ok(String(at(claimed.json(), "brief")).startsWith(`Work in ${place}: `));
  writeFileSync(join(place, "one.txt"), "1\n");
  await ends(0, "stop --cancel s --reason enough --yes");
  assert.match(
    (await report("1", token)).err,
    new RegExp(`^JOB_UNKNOWN: .*: what you did lies in ${place}\n`, "u"),
  );
  assert.match(
    (await cairn("drop s --yes")).err,
    new RegExp(`^PLACE_CHANGED: ${place} holds uncollected work: one\\.txt\n`, "u"),
  );
  assert.equal(readFileSync(join(place, "one.txt"), "utf8"), "1\n");
  rmSync(place, { recursive: true });
  await ends(0, "drop s --yes");
});
