// Tests of ledger files: permissions, foreign databases and damaged files are refused unchanged.
import assert from "node:assert/strict";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { verifyChain } from "../../../src/core/chain.ts";
import { genesis } from "../../../src/core/hash.ts";
import { openSqlite } from "../../../src/ledger/sqlite.ts";
import { build, fails, scratch } from "./ground.ts";

test("a new ledger and its folder are their owner's alone, and nothing is left beside it", async (t) => {
  const path = join(scratch(t), "deep", ".cairn", "ledger.db");
  await build(path);
  assert.deepEqual(readdirSync(join(path, "..")), ["ledger.db"]);
  if (process.platform === "win32") return;
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(join(path, "..")).mode & 0o777, 0o700);
});

test("what is no ledger is refused and stays as it is", async (t) => {
  const folder = scratch(t);
  const path = join(folder, "it");
  mkdirSync(path);
  await fails(openSqlite({ path }), "LEDGER_FOREIGN", /folder/);
  rmSync(path, { recursive: true });
  for (const bytes of [
    "",
    "some notes",
    "SQLite format 3\0",
    "x".repeat(9_000),
    "\0".repeat(8_192),
  ]) {
    writeFileSync(path, bytes);
    await fails(openSqlite({ path }), "LEDGER_FOREIGN");
    assert.equal(readFileSync(path, "latin1"), bytes);
    assert.deepEqual(readdirSync(folder), ["it"]);
  }
  rmSync(path);
  symlinkSync(join(folder, "nowhere"), path);
  await fails(openSqlite({ path }), "LEDGER_FOREIGN", /link/);
});

test("another program's database is refused and not a byte of it changes, even where its log was left", async (t) => {
  const folder = scratch(t);
  const path = join(folder, "other.db");
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode = wal; create table t (x); insert into t values (1)");
  const left = join(folder, "left.db");
  for (const end of ["", "-wal"]) copyFileSync(path + end, left + end);
  db.close();
  for (const each of [path, left]) {
    const before = readFileSync(each);
    await fails(openSqlite({ path: each }), "LEDGER_FOREIGN", /another program/);
    assert.deepEqual(readFileSync(each), before);
  }
  assert.ok(statSync(`${left}-wal`).size > 0);
});

test("another format is refused and left alone", async (t) => {
  const path = join(scratch(t), "ledger.db");
  await build(path);
  const db = new DatabaseSync(path);
  db.exec("pragma user_version = 99");
  db.close();
  const before = readFileSync(path);
  await fails(openSqlite({ path }), "LEDGER_FORMAT", /format 99/);
  assert.deepEqual(readFileSync(path), before);
});

test("a torn file, a file whose log outlived it and overwritten pages are damage, told as such", async (t) => {
  const folder = scratch(t);
  const whole = join(folder, "ledger.db");
  await build(whole, 400);
  const torn = join(folder, "torn.db");
  for (const size of [statSync(whole).size - 4_096, 8_192, 5_000]) {
    copyFileSync(whole, torn);
    truncateSync(torn, size);
    await fails(openSqlite({ path: torn }), "LEDGER_DAMAGED");
    assert.equal(statSync(torn).size, size);
  }
  const gone = join(folder, "gone.db");
  writeFileSync(`${gone}-wal`, "frames");
  await fails(openSqlite({ path: gone }), "LEDGER_DAMAGED", /log/);
  const bytes = readFileSync(whole);
  bytes.fill(0xa5, 4_096 * 12);
  const spoilt = join(folder, "spoilt.db");
  writeFileSync(spoilt, bytes);
  await fails(
    (async () => {
      const ledger = await openSqlite({ path: spoilt });
      try {
        await ledger.read({});
        await ledger.read({ run: "a" });
      } finally {
        await ledger.close();
      }
    })(),
    "LEDGER_DAMAGED",
  );
});

test("rows that were removed or changed behind the ledger's back are shown as they are, for the chain to tell", async (t) => {
  const path = join(scratch(t), "ledger.db");
  await build(path, 600);
  const db = new DatabaseSync(path);
  db.exec("delete from rows where version = 300; update rows set data = '{}' where version = 10");
  db.close();
  const ledger = await openSqlite({ path });
  const rows = await ledger.read({ run: "a" });
  await ledger.close();
  assert.equal(rows.length, 599);
  const breaks = verifyChain({ version: 0, hash: genesis("stones", "a") }, rows);
  assert.deepEqual(new Set(breaks.map((each) => each.version)), new Set([10, 301]));
});
