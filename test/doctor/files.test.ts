// Tests of doctor on files, cache, anchors and snapshots: each finding provoked and mended.
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { add, ana, hours, looked, mends, minutes, room } from "./room.ts";

test("a run in order has no findings", async (t) => {
  const here = await room(t);
  assert.deepEqual((await looked(await here.system())).left, []);
  assert.deepEqual(await looked(await here.system(hours), true), { left: [], fixed: [] });
});

test("projection-old: nobody wrote the files after the last events", async (t) => {
  const here = await room(t);
  rmSync(join(here.home, "cache"), { recursive: true });
  assert.deepEqual(
    (await looked(await here.system())).left,
    ["note projection-old"],
    "somebody may be writing them just now",
  );
  await mends(here, ["error projection-old"]);
});

test("projection-missing: a file, or the whole folder, is gone", async (t) => {
  const here = await room(t);
  const text = readFileSync(here.file, "utf8");
  rmSync(here.file);
  await mends(here, ["error projection-missing"]);
  rmSync(join(here.top, "tallies"), { recursive: true });
  await mends(here, ["error projection-missing"]);
  assert.equal(readFileSync(here.file, "utf8"), text);
});

test("edit-waiting: it is read as by any verb, and its bytes are kept", async (t) => {
  const here = await room(t);
  writeFileSync(here.file, '{"sum":7}');
  await mends(here, ["error edit-waiting"]);
  assert.equal(
    readFileSync(join(here.home, "refused", here.run, "1-tally.json"), "utf8"),
    '{"sum":7}',
  );
});

test("file-broken: half a file is waited for, a broken one kept aside and put back", async (t) => {
  const here = await room(t);
  const text = readFileSync(here.file, "utf8");
  writeFileSync(here.file, '{"sum":');
  assert.deepEqual((await looked(await here.system())).left, ["note edit-waiting, a person's"]);
  await mends(here, ["error file-broken"]);
  assert.equal(readFileSync(here.file, "utf8").slice(0, 6), text.slice(0, 6));
});

test("leftover-file, leftover-spool: what killed writers left half made goes, an edit among it stays", async (t) => {
  const here = await room(t);
  const folder = join(here.top, "tallies/one");
  writeFileSync(join(folder, ".tally.json.0123456789ab.cairn-tmp"), "{");
  writeFileSync(join(folder, ".tally.json.0123456789ab.cairn-old"), '{"sum":5}');
  const kept = join(here.home, "kept", digest("out").slice(0, 2));
  writeFileSync(join(kept, ".x.0123456789ab.cairn-tmp"), "o");
  const entry = join(here.home, "spool", here.run, ".gone-1-0123456789ab");
  mkdirSync(entry, { recursive: true });
  writeFileSync(join(entry, "out"), "");
  assert.deepEqual(
    (await looked(await here.system())).left,
    ["error leftover-spool"],
    "others may be writing",
  );
  mkdirSync(entry, { recursive: true });
  const one = await here.system(hours);
  const found = [
    "error leftover-file",
    "error leftover-file",
    "error leftover-file",
    "error leftover-spool",
  ];
  assert.deepEqual((await looked(one)).left, found);
  mkdirSync(entry, { recursive: true });
  assert.deepEqual((await looked(await here.system(hours), true)).left, []);
  assert.deepEqual(await looked(await here.system(hours), true), { left: [], fixed: [] });
  assert.equal(existsSync(entry), false);
  assert.equal(
    readFileSync(join(here.home, "refused", here.run, "1-tally.json"), "utf8"),
    '{"sum":5}',
  );
});

test("cache-broken: it is thrown away, and nothing is lost with it", async (t) => {
  const here = await room(t);
  const path = join(here.home, "cache/projections.db");
  writeFileSync(path, Buffer.alloc(8_192, 7));
  for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
  const first = await looked(await here.system(minutes), true);
  assert.ok(first.fixed.includes("error cache-broken"), first.fixed.join(", "));
  assert.deepEqual(first.left, []);
  assert.deepEqual(await looked(await here.system(minutes), true), { left: [], fixed: [] });
});

test("anchor-torn, anchor-lost: the next line stands by itself, and the present head is anchored", async (t) => {
  const here = await room(t);
  const path = join(here.home, "anchors", here.run);
  appendFileSync(path, "2 abc");
  await mends(here, ["error anchor-torn"], ["note anchor-torn, a person's"]);
  rmSync(path);
  await mends(here, ["error anchor-lost"]);
  assert.match(readFileSync(path, "utf8"), /^1 [0-9a-f]{64} /u);
});

test("snapshot-differs: it is made anew from the events", async (t) => {
  const here = await room(t);
  const one = await here.system();
  await add(one, here.run, 6);
  await one.settle();
  const key = "tally test";
  const { ledger } = here;
  const kept = await ledger.snapshot(here.run, key);
  assert.ok(kept !== null);
  await ledger.keep(here.run, key, kept.version, kept.text.replace(/"sum":\d+/u, '"sum":1000'));
  const before = await (await here.system()).state(here.run);
  assert.match(JSON.stringify(before), /"sum":100\d/u, "the wrong one is believed");
  const found = (await looked(await here.system(minutes))).left;
  assert.ok(found.includes("error snapshot-differs"), found.join(", "));
  await looked(await here.system(minutes), true);
  assert.deepEqual(await looked(await here.system(minutes), true), { left: [], fixed: [] });
  assert.match(JSON.stringify(await (await here.system()).state(here.run)), /"sum":6/u);
});

test("output-missing, folder-unknown: told, and left to people", async (t) => {
  const here = await room(t);
  rmSync(join(here.home, "kept"), { recursive: true });
  const other = join(here.top, "tallies/other");
  mkdirSync(other);
  writeFileSync(join(other, "tally.json"), "{}");
  const one = await here.system();
  assert.ok(!isRefusal(await one.start("tally", { name: "two" }, ana)));
  await one.settle();
  const found = [
    "error output-missing, a person's",
    "error output-missing, a person's",
    "note folder-unknown, a person's",
  ];
  assert.deepEqual(await looked(await here.system(), true), { left: found, fixed: [] });
  assert.equal(readFileSync(join(other, "tally.json"), "utf8"), "{}");
});

test("all at once, by two doctors at once: in two passes nothing is left but what is a person's", async (t) => {
  const here = await room(t);
  const one = await here.system();
  await add(one, here.run, 2);
  await one.settle();
  writeFileSync(join(here.top, "tallies/one", ".tally.json.0123456789ab.cairn-tmp"), "{");
  writeFileSync(
    join(here.home, "kept", digest("out").slice(0, 2), ".x.0123456789ab.cairn-tmp"),
    "o",
  );
  writeFileSync(here.file, '{"sum":1000}');
  appendFileSync(join(here.home, "anchors", here.run), "2 abc");
  const path = join(here.home, "cache/projections.db");
  writeFileSync(path, Buffer.alloc(8_192, 7));
  for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
  await here.ledger.lease({
    do: "take",
    run: here.run,
    job: "j",
    holder: { name: "x", agent: null, conversation: null },
    ms: 1,
    host: "here 1 s",
  });
  await Promise.all([
    looked(await here.system(hours), true),
    looked(await here.system(hours), true),
  ]);
  const { left } = await looked(await here.system(hours), true);
  assert.deepEqual(left, ["note anchor-torn, a person's"]);
  assert.deepEqual(await looked(await here.system(hours), true), { left, fixed: [] });
  assert.deepEqual(await here.ledger.leases(here.run), []);
  assert.match(readFileSync(here.file, "utf8"), /"sum":2,/u);
  assert.equal(
    readFileSync(join(here.home, "refused", here.run, "1-tally.json"), "utf8"),
    '{"sum":1000}',
  );
});

test("what stops a look is told in its place, and stops no other", async (t) => {
  const here = await room(t);
  rmSync(here.file);
  mkdirSync(here.file);
  appendFileSync(join(here.home, "anchors", here.run), "2 abc");
  const { findings } = await (await here.system(minutes)).doctor(null, true);
  assert.deepEqual(
    new Set(findings.map(({ kind }) => kind)),
    new Set(["unreadable", "anchor-torn"]),
  );
});
