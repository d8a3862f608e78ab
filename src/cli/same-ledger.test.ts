// Tests of ledger address comparison: server, database and project count, the login doesn't.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameLedger } from "./same-ledger.ts";

test("one ledger, whoever logs in: server, database and project decide", () => {
  const usual = "postgres://cairn_runner:secret@db.example/cairn?project=shop&sslmode=require";
  for (const same of [
    "postgres://cairn_owner@db.example/cairn?project=shop",
    "postgresql://db.example:5432/cairn?sslmode=verify-full&project=shop",
  ])
    assert.ok(isSameLedger(same, usual), same);
  for (const other of [
    "postgres://cairn_runner@db.example/cairn",
    "postgres://cairn_runner@db.example/cairn?project=web",
    "postgres://cairn_runner@db.example:5433/cairn?project=shop",
    "postgres://cairn_runner@db.example/other?project=shop",
    "sqlite:shop.db",
  ])
    assert.ok(!isSameLedger(other, usual), other);
  assert.ok(
    !isSameLedger("postgres://ana@db.example", "postgres://bea@db.example"),
    "without a database it is the user's own",
  );
  assert.ok(
    isSameLedger("sqlite:shop.db", "sqlite:shop.db") && !isSameLedger("sqlite:shop.db", null),
  );
});
