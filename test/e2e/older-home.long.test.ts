// Repositories whose record an older version kept in `.cairn` of the working tree: it is moved into the git directory.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { promisify } from "node:util";
import { findLedger } from "../../src/open-ledger.ts";
import { makeHome } from "../../src/workspace/home.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { spoolJob } from "../contract/workspace-spool-job.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { at, type Desk } from "./desk.ts";
import { older, type Older, start, stayed } from "./older-desk.ts";
import { auto, shop as fresh } from "./one-file.ts";

const rootsOf = async ({ cairn }: Desk): Promise<unknown> =>
  at((await cairn(["status", "--json"])).json(), "runs", 0, "root");
const isMoved = ({ old, now }: Older): boolean =>
  lstatSync(old).isFile() && existsSync(join(now, "ledger.db"));

test("a new repository gets no .cairn", async (t) => {
  const here = fresh(t);
  assert.equal((await here.cairn(auto)).exit, 0);
  assert.ok(existsSync(join(here.root, ".git/cairn/ledger.db")));
  assert.equal(existsSync(join(here.root, ".cairn")), false);
});

test("a run from before goes on after the move, its root as it was; git shows nothing, and its cleaning takes nothing", async (t) => {
  const here = await older(t);
  const root = await rootsOf(here);
  assert.match(
    (await here.cairn(["status"])).err,
    /^The record is still in \S+\/\.cairn, .* `cairn run` moves it to \S+\/\.git\/cairn, once/u,
  );
  for (const look of [
    ["log", here.run],
    ["verify"],
    ["doctor"],
    ["start", "ultrawork", "Another", "--dry-run"],
  ])
    await here.cairn(look);
  assert.ok(stayed(here), "looking moves nothing");
  assert.match((await here.cairn(["doctor"])).out, /note +home-unmoved/u);
  const ran = await here.cairn(["run", here.run], { cwd: join(here.folder, "side") });
  assert.equal(ran.exit, 0, ran.out + ran.err);
  assert.ok(isMoved(here));
  assert.match(
    readFileSync(here.old, "utf8"),
    /^Cairn's record of this repository is in \.git\/cairn .*\nVersions of cairn that/u,
  );
  assert.equal(
    readFileSync(join(here.root, ".git/info/exclude"), "utf8").split("\n/.cairn\n").length,
    2,
  );
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

test("of two records neither is touched or believed, whoever made one of them", async (t) => {
  const here = await older(t);
  // As a job makes it that may write the checkout, here in the new place and below in the old one.
  mkdirSync(join(here.now, "anchors"), { recursive: true });
  writeFileSync(join(here.now, "ledger.db"), "forged");
  for (const words of [["status"], ["run", here.run], ["doctor"]]) {
    const told = await here.cairn(words);
    assert.match(
      told.out + told.err,
      /HOME_TWICE: \S+\/\.cairn and \S+\/\.git\/cairn both hold a record[^]*mv \S+\/\.cairn /u,
    );
  }
  assert.equal(readFileSync(join(here.now, "ledger.db"), "utf8"), "forged");
  rmSync(here.now, { recursive: true });
  assert.equal((await here.cairn(["run", here.run])).exit, 0);
  rmSync(here.old);
  for (const name of ["cache", "state"]) mkdirSync(join(here.old, name), { recursive: true });
  assert.equal((await here.cairn(["status"])).err, "", "what is no record is passed over");
  mkdirSync(join(here.old, "anchors"));
  assert.match((await here.cairn(["status"])).err, /HOME_TWICE/u);
});

test("a folder without a record in the new place keeps the old one where it is", async (t) => {
  const here = await older(t);
  mkdirSync(join(here.now, "cache"), { recursive: true });
  assert.equal((await here.cairn(["run", here.run])).exit, 0);
  assert.ok(existsSync(join(here.old, "ledger.db")));
  const told = await here.cairn(["status"]);
  assert.match(
    told.err,
    /^The record is still in \S+\/\.cairn, .* \S+\/\.git\/cairn is there already, without a record\. Put that aside/u,
  );
});

test("an older version finds a file where its folder was, and fails by name", async (t) => {
  const here = await older(t);
  assert.equal((await here.cairn(["run", here.run])).exit, 0);
  assert.throws(() => makeHome(here.old), { code: "HOME_MOVED" });
  rmSync(here.now, { recursive: true });
  assert.throws(() => makeHome(here.old), { code: "FOLDER_OBSTRUCTED" });
  const path = join(here.old, "ledger.db");
  await assert.rejects(
    async () =>
      (await findLedger(`sqlite:${path}`, here.root, { home: here.old, belongs: here.old })).open(),
    {
      code: "LEDGER_UNREADABLE",
    },
  );
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

test("processes that begin at once all find the one record, whoever of them moves it", async (t) => {
  const here = await older(t);
  const env = {
    HOME: here.folder,
    PATH: process.env["PATH"],
    CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions"),
  };
  const begun = ["a", "b", "c"].map((session) =>
    promisify(execFile)(process.execPath, [builtLauncher(), ...start.slice(0, -1), session], {
      cwd: here.root,
      env,
    }),
  );
  await Promise.all(begun);
  assert.equal(isMoved(here), !stayed(here));
  const runs = at((await here.cairn(["status", "--json"])).json(), "runs");
  assert.equal(Array.isArray(runs) ? runs.length : 0, 4);
});

test("a copy of the checkout without its git directory is told by name", async (t) => {
  const here = await older(t);
  assert.equal((await here.cairn(["run", here.run])).exit, 0);
  const copy = join(here.folder, "copy");
  mkdirSync(copy);
  writeFileSync(join(copy, ".cairn"), readFileSync(here.old));
  assert.match(
    (await here.cairn(["status"], { cwd: copy })).err,
    /HOME_COPIED: \S+\/copy\/\.cairn is a file[^]*or remove the file/u,
  );
});
