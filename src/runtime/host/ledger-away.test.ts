// Tests that a sandboxed job can't reach its ledger, wherever that is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ledgerIn, withoutPassword } from "./ledger-away.ts";

const home = "/u/shop/.cairn";
const place = "/state/places/a";
const needed = ["/u/shop", place, "/u"];

test("a ledger in a folder of its own is hidden with that folder, in which its database makes files at any time", () => {
  assert.deepEqual(ledgerIn("sqlite:/data/cairn/l.db", home, place, needed), ["/data/cairn"]);
  assert.deepEqual(ledgerIn("sqlite:/u/shop/.cairn/ledger.db", home, place, needed), []);
  assert.deepEqual(ledgerIn("postgres://db/work", home, place, needed), []);
});

test("beside what a job needs the files themselves are hidden", () => {
  const files = (path: string) => ["", "-wal", "-shm"].map((end) => `${path}${end}`);
  for (const path of ["/u/shop/l.db", "/u/l.db", "/l.db"])
    assert.deepEqual(ledgerIn(`sqlite:${path}`, home, place, needed), files(path));
  assert.deepEqual(
    ledgerIn("sqlite:/u/shop/data/l.db", home, "/u/shop", ["/u/shop"]),
    files("/u/shop/data/l.db"),
  );
});

test("the password of a ledger on a server isn't handed on", () => {
  const env = { PGPASSWORD: "secret", PATH: "/bin" };
  assert.deepEqual(withoutPassword(env, "postgres://db/work"), { PATH: "/bin" });
  assert.deepEqual(withoutPassword(env, "sqlite:/x"), env);
});
