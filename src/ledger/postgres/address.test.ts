// Tests of the PostgreSQL address parser: IPv6, several servers, errors without the password.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../core/refusal.ts";
import { addressOf, withoutPassword } from "./address.ts";

const faultOf = (url: string): Fault => {
  try {
    addressOf(url);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  return assert.fail(`${url} was read`);
};

test("of an address nothing is handed on or shown but what is no secret", () => {
  const found = addressOf(
    "postgres://ana:p%40ss@db.example:6432/work?project=web&sslmode=require&prepare=false",
  );
  assert.deepEqual(found, {
    server: "postgres://ana@db.example:6432/work",
    schema: "cairn_web",
    shown: "postgres://ana@db.example:6432/work?project=web&sslmode=require&prepare=false",
    password: "p@ss",
    sslmode: "require",
    sslrootcert: null,
    prepare: false,
  });
  assert.equal(addressOf(found.shown).shown, found.shown);
  assert.equal(addressOf("postgresql://ana@db/work?password=p%26ss").password, "p&ss");
  assert.equal(
    addressOf("postgresql://ana@db/work?password=p%26ss").shown,
    "postgresql://ana@db/work",
  );
});

test("several servers, names of IPv6, and what is left out", () => {
  assert.equal(
    addressOf("postgres://a,b:5433/d?target_session_attrs=read-write").server,
    "postgres://a,b:5433/d?target_session_attrs=read-write",
  );
  assert.equal(addressOf("postgres://[::1]:5433/d").server, "postgres://[::1]:5433/d");
  assert.equal(addressOf("postgres:///d").server, "postgres://localhost/d");
  assert.equal(addressOf("postgres://").schema, "cairn");
});

test("what can't be read is refused with what is wrong, never with the password", () => {
  const wrong: Readonly<Record<string, RegExp>> = {
    "postgres://ana:sec/ret@db/work": /can't be read/,
    "postgres://ana:sec#ret@db/work": /can't be read/,
    "postgres://ana:secret?x@db/work": /its host's place is no host/,
    "postgres://ana:secret@db:99999/work": /"db:99999" is no host/,
    "postgres://ana:secret@db:port/work": /is no host/,
    "postgres://ana:secret@d b/work": /is no host/,
    "postgres://ana:%secret@db/work": /% in it/,
    "postgres://ana:secret@db/work/more": /can't be read/,
    "postgres://ana:secret@db/work?project=Web": /project, "Web",/,
    "postgres://ana:secret@db/work?project=": /project, "",/,
    "postgres://ana:secret@db/work?channel_binding=require":
      /nothing is known of "channel_binding"/,
    "postgres://ana:secret@db/work?sslmode=on": /sslmode/,
    "postgres://ana@db/work?Password=secret": /nothing is known of "Password"/,
    "postgres://ana@db/work?PGPASSWORD=secret": /nothing is known of "PGPASSWORD"/,
    "POSTGRES://ana:secret@db/work": /can't be read/,
    "postgres://ana:secret@db/work?prepare=no": /prepare/,
    "postgres://ana:secret@db/work?project=a&project=b": /project is said twice/,
    "postgres://ana@db/work?password=secret&password=secret2": /password is said twice/,
    "postgres://ana%3Asecret@db/work": /written as %3A/,
    "postgres://ana%3asecret@db/work": /written as %3A/,
    "postgres://ana:secret@b@db/work": /can't be read/,
    "postgres://ana@corp:secret@db/work": /can't be read/,
    "postgres://ana@corp%3Asecret@db/work": /can't be read/,
    "postgres://ana:5432?secret@db/work": /nothing is known of what stands there/,
    "postgres://ana:5432?project=secret@db": /its project, what stands there,/,
    "postgres://ana:secret": /is no host/,
    "postgres://db:5432,ana:secret": /is no host/,
    "postgres://ana:secret%40db/work": /is no host/,
    "postgres://ana:5ecret/secret/work": /can't be read/,
    "postgres://ana@db/work?p%61ss=secret": /nothing is known of what stands there/,
    "postgres://ana@db/work?sslmode=on&auth_token=secret": /nothing is known of "auth_token"/,
    "postgres://ana:secret@db/work?target_session_attrs=standby": /target_session_attrs/,
  };
  for (const [url, why] of Object.entries(wrong)) {
    const { code, message, hint } = faultOf(url);
    assert.equal(code, "LEDGER_ADDRESS");
    assert.match(message, why);
    assert.match(hint, /postgres:\/\/USER@HOST:PORT\/DATABASE/);
    assert.doesNotMatch(message + hint, /secret|sec\/ret|sec#ret/, url);
  }
});

test("an address is shown without its password, whatever that looks like", () => {
  assert.equal(withoutPassword("postgres://ana:a@b:c/d?e#f@db/work"), "postgres://ana@db/work");
  assert.equal(
    withoutPassword("postgres://ana@db:5432/work?project=web"),
    "postgres://ana@db:5432/work?project=web",
  );
  assert.equal(
    withoutPassword("postgres://db/work?password=abc&project=web"),
    "postgres://db/work?password=…&project=web",
  );
  assert.equal(withoutPassword("postgres://a%3Ab@db/work"), "postgres://a@db/work");
  assert.equal(withoutPassword("postgres://a:b@c@db/work"), "postgres://a@db/work");
  assert.equal(withoutPassword("postgres://a@b:c@db/work"), "postgres://a@b@db/work");
  for (const plain of [
    "postgres://[::1]:5433/d",
    "postgres://a,b:5433/d",
    "postgres://db:5432",
    "postgres://ana@[::1]/d",
  ])
    assert.equal(withoutPassword(plain), plain);
});
