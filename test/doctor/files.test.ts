// Tests of doctor on files and snapshots: each finding provoked and mended.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { add, hours, looked, mends, minutes, room } from "./room.ts";

test("a run in order has no findings", async (t) => {
  const here = await room(t);
  assert.deepEqual((await looked(await here.system())).left, []);
  assert.deepEqual(await looked(await here.system(hours), true), { left: [], fixed: [] });
});

test("FILE_MISSING: a file, or the whole folder, is gone", async (t) => {
  const here = await room(t);
  const text = readFileSync(here.file, "utf8");
  rmSync(here.file);
  await mends(here, ["error FILE_MISSING"]);
  rmSync(join(here.top, "tallies"), { recursive: true });
  await mends(here, ["error FILE_MISSING"]);
  assert.equal(readFileSync(here.file, "utf8"), text);
});

test("FILE_DIFFERS: it is read as by any verb, and its bytes are kept", async (t) => {
  const here = await room(t);
  writeFileSync(here.file, '{"sum":7}');
  await mends(here, ["error FILE_DIFFERS"]);
  assert.equal(
    readFileSync(join(here.home, "refused", here.run, "1-tally.json"), "utf8"),
    '{"sum":7}',
  );
});

test("FILE_DIFFERS: half a file is left to its writer, a broken one kept aside and put back", async (t) => {
  const here = await room(t);
  const text = readFileSync(here.file, "utf8");
  writeFileSync(here.file, '{"sum":');
  assert.deepEqual(await looked(await here.system(), true), {
    left: ["error FILE_DIFFERS"],
    fixed: [],
  });
  assert.equal(readFileSync(here.file, "utf8"), '{"sum":');
  await mends(here, ["error FILE_DIFFERS"]);
  assert.equal(readFileSync(here.file, "utf8").slice(0, 6), text.slice(0, 6));
});

test("SNAPSHOT_DIFFERS: it is made anew from the events", async (t) => {
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
  assert.ok(found.includes("error SNAPSHOT_DIFFERS"), found.join(", "));
  await looked(await here.system(minutes), true);
  assert.deepEqual(await looked(await here.system(minutes), true), { left: [], fixed: [] });
  assert.match(JSON.stringify(await (await here.system()).state(here.run)), /"sum":6/u);
});

test("an edit in a run whose card was changed is left alone: what is recorded would hide the damage", async (t) => {
  const here = await room(t, (ledger) => ({
    ...ledger,
    runs: async (filter) => (await ledger.runs(filter)).map((card) => ({ ...card, phase: "OVER" })),
  }));
  const before = await here.ledger.runs();
  writeFileSync(here.file, '{"sum":7}');
  const left = ["error CARD_DIFFERS, a person's", "error FILE_DIFFERS, a person's"];
  assert.deepEqual((await looked(await here.system(minutes))).left, left);
  assert.deepEqual(await looked(await here.system(minutes), true), { left, fixed: [] });
  assert.equal(readFileSync(here.file, "utf8"), '{"sum":7}');
  assert.deepEqual(await here.ledger.runs(), before);
});

test("all at once, by two doctors at once: in two passes nothing is left but what is a person's", async (t) => {
  const here = await room(t);
  const one = await here.system();
  await add(one, here.run, 2);
  await one.settle();
  const half = join(here.top, "tallies/one", ".tally.json.0123456789ab.cairn-old");
  writeFileSync(half, '{"sum":5}');
  writeFileSync(here.file, '{"sum":1000}');
  appendFileSync(join(here.home, "anchors", here.run), "2 abc");
  const path = join(here.home, "cache/projections.db");
  writeFileSync(path, Buffer.alloc(8_192, 7));
  for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
  await Promise.all([
    looked(await here.system(hours), true),
    looked(await here.system(hours), true),
  ]);
  const { left } = await looked(await here.system(hours), true);
  assert.deepEqual(left, []);
  assert.deepEqual(await looked(await here.system(hours), true), { left, fixed: [] });
  assert.match(readFileSync(here.file, "utf8"), /"sum":2,/u);
  const kept = [1, 2].map((n) =>
    readFileSync(join(here.home, "refused", here.run, `${n}-tally.json`), "utf8"),
  );
  assert.deepEqual(kept.toSorted(), ['{"sum":1000}', '{"sum":5}']);
});

test("what stops a look is told in its place, and stops no other", async (t) => {
  const here = await room(t);
  rmSync(here.file);
  mkdirSync(here.file);
  assert.deepEqual((await looked(await here.system(minutes), true)).left, [
    "error FILE_UNREADABLE, a person's",
  ]);
});
