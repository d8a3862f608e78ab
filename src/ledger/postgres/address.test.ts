// Tests of the PostgreSQL address parser: IPv6, several servers, errors without the password.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../core/refusal.ts";
import { addressOf } from "./address.ts";

test("the password of an address is taken out of what is shown", () => {
  const address = addressOf(
    "postgres://ana:p%40ss@db.example:6432/work?project=web&sslmode=require",
  );
  assert.deepEqual(address, {
    servers: [{ host: "db.example", port: 6432 }],
    user: "ana",
    database: "work",
    password: "p@ss",
    schema: "cairn_web",
    shown: "postgres://ana@db.example:6432/work?project=web&sslmode=require",
    sslmode: "require",
    sslrootcert: null,
  });
  assert.deepEqual(addressOf(address.shown), { ...address, password: null });
});

test("several servers, names of IPv6, and what is left out", () => {
  assert.deepEqual(addressOf("postgres://a,b:5433/d").servers, [
    { host: "a", port: null },
    { host: "b", port: 5433 },
  ]);
  assert.deepEqual(addressOf("postgres://[::1]:5433/d").servers, [{ host: "::1", port: 5433 }]);
  assert.equal(addressOf("postgres:///d").shown, "postgres://localhost/d");
  assert.equal(addressOf("postgres://").schema, "cairn");
});

test("an invalid address is refused with what is wrong, never with the password", () => {
  const wrong: Readonly<Record<string, RegExp>> = {
    "postgres://ana:sec/ret@db/work": /can't be read/,
    "postgres://ana:sec#ret@db/work": /can't be read/,
    "postgres://ana:secret?x@db/work": /can't be read/,
    "postgres://ana:secret@db:99999/work": /is no host/,
    "postgres://ana:secret@db:port/work": /is no host/,
    "postgres://ana:secret@d b/work": /is no host/,
    "postgres://ana:%secret@db/work": /% in it/,
    "postgres://ana:secret@db/work/more": /can't be read/,
    "postgres://ana:secret@db/work?project=Web": /its project must be at most 40 small letters/,
    "postgres://ana:secret@db/work?project=": /its project must be/,
    "postgres://ana:secret@db/work?sslmode=on": /its sslmode must be disable, prefer/,
    "postgres://ana:secret@db/work?prepare=no": /"prepare" behind its \? is unknown/,
    "postgres://ana@db/work?password=secret": /"password" behind its \? is unknown/,
    "postgres://ana:secret@db/work?project=a&project=b": /project is given twice/,
    "POSTGRES://ana:secret@db/work": /can't be read/,
    "postgres://ana%3Asecret@db/work": /can't be told from a password/,
    "postgres://ana:secret@b@db/work": /can't be read/,
    "postgres://ana@corp%3Asecret@db/work": /can't be read/,
    "postgres://ana:5432?secret@db/work": /can't be read/,
    "postgres://ana:5432?project=secret@db": /can't be read/,
    "postgres://ana:secret": /is no host/,
    "postgres://db:5432,ana:secret": /is no host/,
    "postgres://ana:secret%40db/work": /is no host/,
    "postgres://ana:5ecret/secret/work": /can't be read/,
  };
  for (const [url, why] of Object.entries(wrong))
    assert.throws(
      () => addressOf(url),
      (error) => {
        assert.ok(error instanceof Fault, url);
        assert.equal(error.code, "LEDGER_ADDRESS");
        assert.match(error.message, why);
        assert.match(error.hint, /postgres:\/\/USER@HOST:PORT\/DATABASE/);
        assert.doesNotMatch(error.message + error.hint, /secret|sec.ret/, url);
        return true;
      },
    );
});
