// Tests of every finding of `verify` on a real ledger, files and repository.
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn } from "../contract/workspace-folder.ts";
import type { CareFinding } from "../../src/runtime/system.ts";
import { at } from "../e2e/desk.ts";
import { cutTail, reanchor, reseal, scene } from "./tamper.ts";

const forged = (data: string): string => data.replace('"goal":"Goal"', '"goal":"Gold"');

test("a run as it was made verifies, by one and by all, and verifying changes nothing", async (t) => {
  const { cairn, found, run, place } = await scene(t);
  const before = readFileSync(join(place, "session.json"));
  assert.deepEqual(await found(), { exit: 0, codes: [] });
  const one = await cairn(["verify", run]);
  assert.equal(one.exit, 0, one.out);
  assert.match(one.out, /the record is whole/);
  assert.deepEqual(readFileSync(join(place, "session.json")), before);
});

test("an event that was changed, removed, or put elsewhere is named by its version", async (t) => {
  const { cairn, hand, run, place, more } = await scene(t);
  await more();
  hand((db) =>
    db.prepare("update rows set data = replace(data, 'Goal', 'Gold') where version = 1").run(),
  );
  const changed = (await cairn(["verify", run, "--json"])).json();
  assert.deepEqual(
    [at(changed, "findings", 0, "code"), at(changed, "findings", 0, "version")],
    ["CHAIN_HASH", 1],
  );
  rmSync(join(place, "context.json"));
  const { findings, fixed } = Object((await cairn(["doctor", "--fix", "--json"])).json());
  assert.deepEqual(
    [findings.map(({ code }: CareFinding) => code), fixed],
    [["CHAIN_HASH"], []],
    "nothing is mended by a wrong history",
  );
  hand((db) =>
    db.prepare("update rows set data = replace(data, 'Gold', 'Goal') where version = 1").run(),
  );
  assert.equal((await cairn(["doctor", "--fix"])).exit, 0);
  assert.equal((await cairn(["verify", run])).exit, 0);
  hand((db) => db.prepare("delete from rows where version = 2").run());
  const all = await cairn(["verify", "--json"]);
  assert.equal(all.exit, 5);
  assert.deepEqual(
    [at(all.json(), "findings", 0, "code"), at(all.json(), "findings", 0, "version")],
    ["CHAIN_GAP", 3],
  );
});

test("a chain made anew is found by the anchors beside it, and stays found whatever is done after", async (t) => {
  const { cairn, found, hand, run, more } = await scene(t);
  hand((db) => reseal(db, run, 1, forged));
  const first = await found();
  assert.deepEqual([first.exit, [...new Set(first.codes)]], [5, ["ANCHOR_DIFFERS"]]);
  await more();
  assert.match((await cairn(["status", "s"])).out, /Gold/);
  const then = await found();
  assert.equal(then.exit, 5);
  assert.ok(then.codes.includes("ANCHOR_DIFFERS"));
});

test("database and anchors rewritten alike are found by git's anchors, also after more was written and anchored", async (t) => {
  const { cairn, found, hand, run, root, more } = await scene(t);
  hand((db) => {
    reseal(db, run, 1, forged);
    reanchor(db, root, run);
  });
  const told = await cairn(["verify", run]);
  assert.equal(told.exit, 5);
  assert.match(told.out, /anchored in git/);
  await more();
  const cancelled = await cairn(["stop", "--cancel", "s", "--yes", "--reason", "done with it"]);
  assert.equal(cancelled.exit, 0, cancelled.err);
  const newest = hand((db) => db.prepare("select version, head from cards").get());
  const blobs = gitIn(root, "ls-tree", "--format=%(objectname)", `refs/cairn/${run}`).split("\n");
  const anchored = gitIn(root, "cat-file", "blob", blobs.at(-1) ?? "")
    .split("\n")
    .at(-1);
  assert.ok(
    anchored?.startsWith(`${Number(newest?.["version"])} ${String(newest?.["head"])} `),
    "the end of a run goes into git at once",
  );
  const { exit, codes } = await found();
  assert.equal(exit, 5);
  assert.ok(codes.includes("ANCHOR_DIFFERS"));
  assert.ok(codes.includes("ANCHOR_LOST"), "the lines that git had are not in the file any more");
});

test("a tail that was cut is found, and so is what was written in its place up to the same version", async (t) => {
  const { found, hand, run, root, more, cairn } = await scene(t);
  await more();
  const [row] = hand((db) => db.prepare("select version from cards where run = ?").all(run));
  const version = Number(row?.["version"]);
  hand((db) => cutTail(db, run, version - 2));
  assert.deepEqual((await found()).codes, ["TAIL_CUT"]);
  const anchors = join(root, ".git/cairn/anchors", run);
  const lines = readFileSync(anchors);
  rmSync(anchors);
  gitIn(root, "update-ref", "-d", `refs/cairn/${run}`);
  assert.deepEqual((await found()).codes, ["TAIL_CUT", "GIT_UNANCHORED"]);
  writeFileSync(anchors, lines);
  await more();
  const [again] = hand((db) => db.prepare("select version from cards where run = ?").all(run));
  assert.equal(Number(again?.["version"]), version);
  const then = await found();
  assert.equal(then.exit, 5);
  assert.ok(then.codes.includes("ANCHOR_DIFFERS"));
  assert.match((await cairn(["verify"])).out, /the ledger was rewritten/);
});

test("anchors that were taken out of their file are missed by git, a missing ref is told as a warning", async (t) => {
  const { cairn, found, root, run, more } = await scene(t);
  const path = join(root, ".git/cairn/anchors", run);
  rmSync(path);
  await more();
  assert.ok(existsSync(path));
  const lost = await found();
  assert.deepEqual(lost, { exit: 5, codes: ["ANCHOR_LOST"] });
  gitIn(root, "update-ref", "-d", `refs/cairn/${run}`);
  assert.deepEqual(await found(), { exit: 0, codes: ["GIT_UNANCHORED"] });
  assert.match((await cairn(["verify"])).out, /^warning {2}GIT_UNANCHORED/mu);
  rmSync(path);
  assert.deepEqual(await found(), { exit: 0, codes: ["GIT_UNANCHORED"] });
  assert.match((await cairn(["verify"])).out.replaceAll(/\s+/gu, " "), /both were removed/u);
});

test("a run whose events are there and whose card isn't, and one that was removed whole, are told apart", async (t) => {
  const { found, hand, run, root } = await scene(t);
  hand((db) => db.prepare("delete from cards where run = ?").run(run));
  assert.deepEqual(await found(), { exit: 5, codes: ["RUN_CARDLESS", "RUN_GONE"] });
  hand((db) => db.prepare("delete from rows where run = ?").run(run));
  assert.deepEqual(await found(), { exit: 5, codes: ["RUN_GONE"] });
  rmSync(join(root, ".git/cairn/anchors", run));
  assert.deepEqual(await found(), { exit: 5, codes: ["RUN_GONE"] }, "git still knows it");
});

test("a run of another ledger that is still there is no damage; once that ledger is gone it is", async (t) => {
  const { cairn, root, folder, found } = await scene(t);
  const other = join(folder, "other.db");
  const there = await cairn(["verify", "--json", "--ledger", `sqlite:${other}`]);
  assert.equal(at(there.json(), "findings", 0, "code"), "RUN_ELSEWHERE");
  assert.equal(there.exit, 0);
  const started = await cairn([
    "run",
    "--later",
    "ultrawork",
    "Other",
    "--session",
    "o",
    "--ledger",
    `sqlite:${other}`,
  ]);
  assert.equal(started.exit, 0, started.err);
  assert.deepEqual(await found(), { exit: 0, codes: ["RUN_ELSEWHERE"] });
  rmSync(other);
  assert.deepEqual(await found(), { exit: 5, codes: ["RUN_GONE"] });
  assert.ok(existsSync(join(root, ".git/cairn/ledger.db")));
});

test("card, snapshot and an unknown protocol are each told", async (t) => {
  const { found, hand, run } = await scene(t);
  const head = hand((db) => db.prepare("select head from cards").get())?.["head"];
  hand((db) => db.prepare("update cards set head = ?").run("0".repeat(64)));
  assert.deepEqual((await found()).codes, ["CARD_DIFFERS"]);
  hand((db) => db.prepare("update cards set head = ?").run(String(head)));
  hand((db) => {
    db.prepare("update cards set protocol = 'sorcery'").run();
  });
  const { exit, codes } = await found();
  assert.equal(exit, 5, "the protocol is part of the first hash");
  assert.ok(codes.includes("CHAIN_HASH") && codes.includes("PROTOCOL_UNKNOWN"));
  hand((db) => db.prepare("update cards set protocol = 'ultrawork'").run());
  const { editionOf } = await import("../../src/edition.ts");
  hand((db) =>
    db
      .prepare("insert into snapshots (run, key, version, text) values (?, ?, 1, ?)")
      .run(
        run,
        `ultrawork ${editionOf("ultrawork")}`,
        JSON.stringify({ head: "", at: "", state: {} }),
      ),
  );
  assert.deepEqual(await found(), { exit: 5, codes: ["SNAPSHOT_DIFFERS"] });
});

test("an event whose time hasn't come yet, or is none, is told, and one within a minute isn't", async (t) => {
  const { cairn, found, hand, root, run, more } = await scene(t);
  await more();
  const stamped = async (stamp: string) => {
    hand((db) => reseal(db, run, 2, (data) => data, stamp));
    hand((db) => reanchor(db, root, run));
    gitIn(root, "update-ref", "-d", `refs/cairn/${run}`);
    return (await found()).codes.filter((code) => code === "TIME_AHEAD");
  };
  assert.deepEqual(await stamped(new Date(Date.now() + 30_000).toISOString()), []);
  assert.deepEqual(await stamped(new Date(Date.now() + 3_600_000).toISOString()), ["TIME_AHEAD"]);
  assert.match((await cairn(["verify", run])).out, /event 2 is stamped "20/);
  for (const odd of ["+275760-09-13T00:00:00.000Z", "later"])
    assert.deepEqual(await stamped(odd), ["TIME_AHEAD"]);
});

test("events that chain and that no rules would have made are a finding, not a bug", async (t) => {
  const { cairn, found, hand, run, root } = await scene(t);
  hand((db) => {
    reseal(db, run, 1, () => '{"goal":7}');
    reanchor(db, root, run);
  });
  gitIn(root, "update-ref", "-d", `refs/cairn/${run}`);
  assert.deepEqual(await found(), { exit: 5, codes: ["EVENTS_UNREADABLE", "GIT_UNANCHORED"] });
  const { exit, err } = await cairn(["status", run]);
  assert.equal(exit, 1, err);
  assert.match(err, /^EVENTS_UNREADABLE: /mu);
  // What is wrong with one run hides none of the others.
  assert.equal(
    (await cairn(["run", "--later", "ultrawork", "Another", "--session", "another"])).exit,
    0,
  );
  const list = await cairn(["status"]);
  assert.equal(list.exit, 0, list.err);
  assert.match(
    list.out,
    new RegExp(`^unreadable +.* ${run} .*can't be read: EVENTS_UNREADABLE`, "mu"),
  );
  assert.match(list.out, /Another/u);
});

test("files: missing, edited and unreadable are damage, behind the ledger is a warning; nothing of it is read or put back", async (t) => {
  const { cairn, found, place } = await scene(t);
  const path = join(place, "session.json");
  const text = readFileSync(path, "utf8");
  rmSync(path);
  assert.deepEqual(await found(), { exit: 5, codes: ["FILE_MISSING"] });
  assert.ok(!existsSync(path));
  writeFileSync(path, text.replace("Goal", "Gold"));
  assert.deepEqual(await found(), { exit: 5, codes: ["FILE_DIFFERS"] });
  assert.match(readFileSync(path, "utf8"), /Gold/);
  writeFileSync(path, text);
  await cairn(["decide", "approve-1", "approve"]);
  writeFileSync(path, text);
  assert.deepEqual(await found(), { exit: 5, codes: ["FILE_DIFFERS"] }, "an old copy is an edit");
  await cairn(["status", "s"]);
  writeFileSync(join(place, "tasks/9.json"), "{}");
  assert.deepEqual(await found(), { exit: 0, codes: ["FILE_STRAY"] });
  rmSync(join(place, "tasks/9.json"));
  rmSync(path);
  mkdirSync(path);
  const { exit, codes } = await found();
  assert.equal(exit, 5);
  assert.ok(
    codes.every((code) => code === "FILE_UNREADABLE" || code === "FILE_MISSING"),
    codes.join(),
  );
});

test("kept outputs and commits that events name are looked for", async (t) => {
  const { cairn, found, root } = await scene(t);
  const approved = await cairn(["decide", "approve-1", "approve"]);
  assert.equal(approved.exit, 0, approved.err);
  const kept = join(root, ".git/cairn/kept");
  writeFileSync(join(root, "one.txt"), "1\n");
  writeFileSync(
    join(root, "cairn.config.json"),
    JSON.stringify({
      agents: { none: { driver: "command", argv: ["true"], done: "exit" } },
      roles: { "*": "none" },
    }),
  );
  const driven = await cairn(["run", "s", "--json"]);
  assert.ok(existsSync(kept), driven.err + driven.out);
  assert.deepEqual((await found()).codes, []);
  const outputs = readdirSync(kept).flatMap((folder) =>
    readdirSync(join(kept, folder)).map((name) => join(kept, folder, name)),
  );
  assert.ok(outputs.length > 0);
  for (const path of outputs) appendFileSync(path, "forged");
  assert.deepEqual([...new Set((await found()).codes)], ["KEPT_DAMAGED"]);
  for (const path of outputs) rmSync(path);
  assert.deepEqual([...new Set((await found()).codes)], ["KEPT_MISSING"]);
  for (const part of ["HEAD", "objects", "refs"])
    rmSync(join(root, ".git", part), { recursive: true });
  gitIn(root, "init", "-q");
  const gone = await found();
  assert.ok(gone.codes.includes("COMMIT_GONE"));
});
