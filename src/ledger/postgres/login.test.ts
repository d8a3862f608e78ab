// Tests of PostgreSQL logins: password file syntax, order of sources, file permissions.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Fault } from "../../core/refusal.ts";
import { addressOf } from "./address.ts";
import { fieldsOf, loginOf, passwordIn } from "./login.ts";

const wanted = { host: "db", port: "5432", database: "work", user: "ana" };

test("a line has five fields, a backslash stands before what belongs to one", () => {
  assert.deepEqual(fieldsOf(String.raw`d\:b:*:work:a\\na:p:a\:ss`), [
    "d:b",
    "*",
    "work",
    String.raw`a\na`,
    "p:a:ss",
  ]);
  assert.equal(fieldsOf("# db:5432:work:ana:x"), null);
  assert.equal(fieldsOf("db:5432:work:ana"), null);
  assert.equal(fieldsOf(""), null);
});

test("the first line that fits counts", () => {
  const text = "other:*:*:*:one\r\ndb:5433:*:*:two\ndb:*:*:ana:three\n*:*:*:*:four\n";
  assert.equal(passwordIn(text, wanted), "three");
  assert.equal(passwordIn(text, { ...wanted, user: "bo" }), "four");
  assert.equal(passwordIn("db:*:*:bo:x", wanted), null);
});

test("the address goes before the variable, that before the file, and a file that others may read is passed over", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-pass-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "pass");
  writeFileSync(file, "db:5432:work:ana:fromfile\n", { mode: 0o600 });
  const env = { PGPASSFILE: file };
  const bare = addressOf("postgres://ana@db/work?project=web");
  assert.equal(
    loginOf(addressOf("postgres://ana:own@db/work"), { ...env, PGPASSWORD: "var" }).password,
    "own",
  );
  assert.equal(loginOf(bare, { ...env, PGPASSWORD: "var" }).password, "var");
  assert.equal(loginOf(bare, env).password, "fromfile");
  assert.equal(
    loginOf(addressOf("postgres://else,db/work"), { ...env, PGUSER: "ana" }).password,
    "fromfile",
  );
  chmodSync(file, 0o640);
  assert.equal(loginOf(bare, env).password, undefined);
});

test("TLS is asked for as libpq does", () => {
  const ssl = (query: string, env = {}) =>
    loginOf(addressOf(`postgres://ana@db/work${query}`), { PGPASSWORD: "x", ...env }).ssl;
  assert.equal(ssl(""), "prefer");
  assert.equal(ssl("?sslmode=disable"), false);
  assert.equal(ssl("?sslmode=require"), "require");
  assert.equal(ssl("", { PGSSLMODE: "require" }), "require");
  assert.deepEqual(ssl("?sslmode=verify-full"), {});
  assert.throws(() => ssl("?sslmode=verify-full&sslrootcert=/none"), { code: "LEDGER_ADDRESS" });
});

test("a file of authorities that holds no certificate is told as such: TLS would pass over it, and trust nobody", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-pass-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "root.crt");
  const login = () =>
    loginOf(addressOf(`postgres://ana@db/work?sslmode=verify-full&sslrootcert=${file}`), {
      PGPASSWORD: "x",
    });
  for (const text of [
    "",
    "a note\n",
    "-----BEGIN CERTIFICATE-----\nbm9uZQ==\n-----END CERTIFICATE-----\n",
  ]) {
    writeFileSync(file, text);
    assert.throws(
      login,
      (error) =>
        error instanceof Fault &&
        error.code === "LEDGER_ADDRESS" &&
        /holds no certificate/.test(error.message),
    );
  }
});

test("places are as the address names them, ports that it doesn't name as PGPORT says", () => {
  const placesOf = (place: string, env = {}) =>
    loginOf(addressOf(`postgres://${place}/work`), { PGPASSWORD: "x", ...env }).places;
  assert.deepEqual(placesOf("ana@[::1]:5433"), [{ host: "::1", port: 5433 }]);
  assert.deepEqual(placesOf("127.0.0.1,db:6000", { PGPORT: "5439" }), [
    { host: "127.0.0.1", port: 5439 },
    { host: "db", port: 6000 },
  ]);
  assert.deepEqual(placesOf(""), [{ host: "localhost", port: 5432 }]);
});
