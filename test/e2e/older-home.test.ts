// Repositories whose record an older version kept in `.cairn` of the working tree: it is moved into the git directory, or stays and says why.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { findLedger } from "../../src/open-ledger.ts";
import { makeHome } from "../../src/workspace/home.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { spoolJob } from "../contract/workspace-spool-job.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { at, type Desk } from "./desk.ts";
import { auto, shop as fresh } from "./one-file.ts";

type Older = Desk & {
  readonly run: string;
  readonly old: string;
  readonly now: string;
  readonly git: (...words: readonly string[]) => string;
};

const gitIn =
  (root: string) =>
  (...words: readonly string[]): string =>
    execFileSync("git", ["-C", root, "-c", "user.name=ana", "-c", "user.email=ana@example.org", ...words], { encoding: "utf8" });

const start = ["start", "ultrawork", "One file", "--plan", "plan.json", "--auto", "--no-baseline", "--session", "s"];

/** A run that was begun in a worktree beside the main one, with the record where older versions had it. */
const older = async (t: TestContext): Promise<Older> => {
  const here = fresh(t);
  const git = gitIn(here.root);
  git("add", "--all");
  git("commit", "--quiet", "-m", "begin");
  git("worktree", "add", "--quiet", "../side");
  const started = await here.cairn([...start, "--json"], { cwd: join(here.folder, "side") });
  assert.equal(started.exit, 0, started.err);
  const [old, now] = [join(here.root, ".cairn"), join(here.root, ".git/cairn")];
  renameSync(now, old);
  return { ...here, run: String(at(started.json(), "run")), old, now, git };
};
const rootsOf = async ({ cairn }: Desk): Promise<unknown> => at((await cairn(["status", "--json"])).json(), "runs", 0, "root");
const isMoved = ({ old, now }: Older): boolean => lstatSync(old).isFile() && existsSync(join(now, "ledger.db"));
const stayed = ({ old, now }: Older): boolean => existsSync(join(old, "ledger.db")) && !existsSync(now);

test("a new repository gets no .cairn", async (t) => {
  const here = fresh(t);
  assert.equal((await here.cairn(auto)).exit, 0);
  assert.ok(existsSync(join(here.root, ".git/cairn/ledger.db")));
  assert.equal(existsSync(join(here.root, ".cairn")), false);
});

test("a run from before goes on after the move, its root as it was; git shows nothing, and its cleaning takes nothing", async (t) => {
  const here = await older(t);
  const root = await rootsOf(here);
  assert.match((await here.cairn(["status"])).err, /^The record is still in \.cairn, .* `cairn run` moves it to \.git\/cairn, once/u);
  for (const look of [["log", here.run], ["verify"], ["doctor"], ["start", "ultrawork", "Another", "--dry-run"]]) await here.cairn(look);
  assert.ok(stayed(here), "looking moves nothing");
  assert.match((await here.cairn(["doctor"])).out, /note +home-unmoved/u);
  const ran = await here.cairn(["run", here.run], { cwd: join(here.folder, "side") });
  assert.equal(ran.exit, 0, ran.out + ran.err);
  assert.ok(isMoved(here));
  assert.match(readFileSync(here.old, "utf8"), /^Cairn's record of this repository is in \.git\/cairn .*\nVersions of cairn that/u);
  assert.equal(readFileSync(join(here.root, ".git/info/exclude"), "utf8").split("\n/.cairn\n").length, 2);
  assert.equal(here.git("status", "--short"), "");
  assert.equal(await rootsOf(here), root);
  assert.equal(existsSync(join(here.now, "moved")), false);
  here.git("clean", "-fdxq");
  assert.equal((await here.cairn(["verify", here.run])).exit, 0);
  const after = await here.cairn(["status"]);
  assert.deepEqual([after.exit, after.err], [0, ""]);
});

test("it stays while another process has the ledger open, a job is leased, a runner is at work; then it is moved", async (t) => {
  const here = await older(t);
  const begin = (session: string) => here.cairn([...start.slice(0, -1), session]);
  const open = new DatabaseSync(join(here.old, "ledger.db"));
  open.exec("select * from meta");
  assert.equal((await begin("a")).exit, 0);
  assert.ok(stayed(here), "open");
  open.close();
  const { processes, runners, spool } = await openWorkspace({ home: here.old });
  const end = runners.begin(here.run, new Date().toISOString());
  assert.equal((await begin("b")).exit, 0);
  assert.ok(stayed(here), "a runner");
  end();
  const folder = await spool.make(spoolJob("r", 1), "brief");
  await spool.host(folder, { is: "host", process: processes.self });
  assert.equal((await begin("e")).exit, 0);
  assert.ok(stayed(here), "a host");
  await spool.remove(folder);
  const claimed = await here.cairn(["claim", here.run, "task-1-1", "--as", "bea", "--json"]);
  assert.equal(claimed.exit, 0, claimed.err);
  assert.equal((await begin("c")).exit, 0);
  assert.ok(stayed(here), "a lease");
  const token = String(at(claimed.json(), "token"));
  const released = await here.cairn(["release", here.run, "--token", token]);
  assert.equal(released.exit, 0, released.err);
  assert.equal((await begin("d")).exit, 0);
  assert.ok(isMoved(here));
  assert.match((await here.cairn(["status"])).out, /One file/u);
});

test("what a kill kept from being done after the move is done by who works next", async (t) => {
  const here = await older(t);
  writeFileSync(join(here.old, "moved"), "");
  renameSync(here.old, here.now);
  assert.equal((await here.cairn(["status"])).exit, 0);
  assert.equal(existsSync(here.old), false);
  assert.equal((await here.cairn(["run", here.run])).exit, 0);
  assert.ok(isMoved(here));
  assert.equal(here.git("status", "--short"), "");
  rmSync(here.old);
  assert.equal((await here.cairn([...start.slice(0, -1), "t"])).exit, 0);
  assert.equal(existsSync(here.old), false, "who removed the file wants none");
});

test("of two records the one in the git directory counts, and the other is told; neither is touched", async (t) => {
  const here = await older(t);
  cpSync(here.old, here.now, { recursive: true });
  rmSync(here.old, { recursive: true });
  assert.equal((await here.cairn(["status"])).err, "");
  // As a job makes it, or a commit brings it.
  mkdirSync(join(here.old, "anchors"), { recursive: true });
  writeFileSync(join(here.old, "ledger.db"), "forged");
  const looked = await here.cairn(["status"]);
  assert.match(looked.out, /One file/u);
  assert.match(looked.err, /^\.cairn holds a record, too\. It isn't looked at: [^]*mv \.cairn \.cairn-before/u);
  assert.equal((await here.cairn(["run", here.run])).exit, 0);
  assert.equal(readFileSync(join(here.old, "ledger.db"), "utf8"), "forged");
});

test("a folder without a record in the new place keeps the old one where it is; what is no record is passed over", async (t) => {
  const here = await older(t);
  mkdirSync(join(here.now, "cache"), { recursive: true });
  assert.equal((await here.cairn(["run", here.run])).exit, 0);
  assert.ok(existsSync(join(here.old, "ledger.db")));
  const told = await here.cairn(["status"]);
  assert.match(told.err, /^The record is still in \.cairn, .* \.git\/cairn is there already, without a record\. Move that away/u);
  renameSync(here.old, join(here.folder, "aside"));
  for (const name of ["cache", "state"]) mkdirSync(join(here.old, name), { recursive: true });
  assert.match((await here.cairn(["status"])).err, /RUN_GONE/u, "the new place counts");
});

test("an older version finds a file where its folder was, and fails by name", async (t) => {
  const here = await older(t);
  assert.equal((await here.cairn(["run", here.run])).exit, 0);
  assert.throws(() => makeHome(here.old), { code: "HOME_MOVED" });
  rmSync(here.now, { recursive: true });
  assert.throws(() => makeHome(here.old), { code: "FOLDER_OBSTRUCTED" });
  const path = join(here.old, "ledger.db");
  await assert.rejects(async () => (await findLedger(`sqlite:${path}`, here.root, { home: here.old, belongs: here.old })).open(), {
    code: "LEDGER_UNREADABLE",
  });
});

test("who found the record before the move fails by name and begins no second one", async (t) => {
  const here = await older(t);
  const home = { home: here.old, belongs: here.now };
  const found = await findLedger(`sqlite:${join(here.old, "ledger.db")}`, here.root, home);
  const workspace = await openWorkspace({ home: here.old });
  renameSync(here.old, here.now);
  await assert.rejects(() => found.open(), { code: "HOME_MOVED" });
  await assert.rejects(() => workspace.keep("x"), { code: "HOME_MOVED" });
  renameSync(here.now, here.old);
  rmSync(join(here.old, "ledger.db"));
  const late = await found.open();
  renameSync(here.old, here.now);
  await assert.rejects(() => late.keep("r", "k", 1, "x"), { code: "HOME_MOVED" });
  assert.equal(existsSync(here.old), false);
});

test("a ledger that is named in .cairn stays there, new or old", async (t) => {
  const named = { env: { CAIRN_LEDGER: "sqlite:.cairn/ledger.db" } };
  const new1 = fresh(t);
  for (const words of [auto, ["status"], [...start.slice(0, -1), "t"]]) {
    const done = await new1.cairn(words, named);
    assert.equal(done.exit, 0, done.err);
  }
  assert.ok(existsSync(join(new1.root, ".cairn/ledger.db")) && !existsSync(join(new1.root, ".git/cairn/ledger.db")));
  assert.ok(existsSync(join(new1.root, ".git/cairn/anchors")) && !existsSync(join(new1.root, ".cairn/anchors")));
  const here = await older(t);
  assert.equal((await here.cairn(["run", here.run], named)).exit, 0);
  assert.ok(stayed(here));
  assert.match((await here.cairn(["status"], named)).err, /since a ledger is named there\. Take that name away/u);
});

test("a link stays, and is told with what to do", async (t) => {
  const here = await older(t);
  renameSync(here.old, join(here.folder, "elsewhere"));
  symlinkSync(join(here.folder, "elsewhere"), here.old);
  assert.equal((await here.cairn(["run", here.run])).exit, 0);
  assert.ok(stayed(here));
  assert.match((await here.cairn(["status"])).err, /it is a symbolic link\. Put the folder itself there/u);
});

const memory = "/dev/shm";
const other = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev;
test("a folder on another filesystem than the git directory stays", { skip: other ? false : "no other filesystem" }, async (t) => {
  const here = await older(t);
  const apart = mkdtempSync(join(memory, "cairn-git-"));
  t.after(() => rmSync(apart, { recursive: true, force: true }));
  here.git("worktree", "remove", "--force", "../side");
  execFileSync("mv", [join(here.root, ".git"), join(apart, "git")]);
  writeFileSync(join(here.root, ".git"), `gitdir: ${join(apart, "git")}\n`);
  here.git("config", "core.worktree", here.root);
  assert.equal((await here.cairn([...start.slice(0, -1), "t"])).exit, 0);
  assert.ok(existsSync(join(here.old, "ledger.db")));
  assert.match((await here.cairn(["status"])).err, /is on another filesystem\. Move it by hand while nothing uses it: mv /u);
});

test("processes that begin at once all find the one record, whoever of them moves it", async (t) => {
  const here = await older(t);
  const env = { HOME: here.folder, PATH: process.env["PATH"], CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions") };
  const begun = ["a", "b", "c"].map((session) =>
    promisify(execFile)(process.execPath, [builtLauncher(), ...start.slice(0, -1), session], { cwd: here.root, env }),
  );
  await Promise.all(begun);
  assert.equal(isMoved(here), !stayed(here));
  const runs = at((await here.cairn(["status", "--json"])).json(), "runs");
  assert.equal(Array.isArray(runs) ? runs.length : 0, 4);
});
