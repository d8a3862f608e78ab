// Tests of PostgreSQL logins: password file syntax, order of sources, file permissions, TLS.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { addressOf } from "./address.ts";
import { loginOf } from "./login.ts";

const fileOf = (t: TestContext, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-pass-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "pass");
  writeFileSync(file, text, { mode: 0o600 });
  return file;
};
const passwordOf = (url: string, env: Readonly<Record<string, string>>): string => {
  const login = loginOf(addressOf(url), env);
  return login.passwordFor(login.places[0] ?? assert.fail());
};

test("the first line of the password file that fits counts; a backslash stands before what belongs to a field", (t) => {
  const PGPASSFILE = fileOf(
    t,
    String.raw`# db:5432:work:ana:note
db:5432:work:ana
other:*:*:*:one
db:5433:*:*:two
db:*:*:an\:a:p:a\:ss\\
*:*:*:*:four
`.replaceAll("\n", "\r\n"),
  );
  assert.equal(passwordOf("postgres://db/work", { PGPASSFILE, PGUSER: "an:a" }), "p:a:ss\\");
  assert.equal(passwordOf("postgres://bo@db/work", { PGPASSFILE }), "four");
  assert.equal(passwordOf("postgres://bo@db/work", { PGPASSFILE, PGPORT: "5433" }), "two");
});

test("the address goes before the variable, that before the file, and a file that others may read is passed over", (t) => {
  const PGPASSFILE = fileOf(t, "db:5432:work:ana:fromfile\n");
  const [bare, env] = ["postgres://ana@db/work?project=web", { PGPASSFILE }];
  const all = { ...env, PGPASSWORD: "var" };
  assert.equal(passwordOf("postgres://ana:own@db/work", all), "own");
  assert.equal(passwordOf(bare, all), "var");
  assert.equal(passwordOf(bare, env), "fromfile");
  chmodSync(PGPASSFILE, 0o640);
  assert.throws(() => passwordOf(bare, env), {
    code: "LEDGER_LOGIN",
    message: /no line of \S+pass fits db:5432:work:ana\.$/,
  });
});

test("TLS is asked for as libpq does", () => {
  const tls = (query: string, env = {}) =>
    loginOf(addressOf(`postgres://ana@db/work${query}`), env).tls;
  assert.equal(tls(""), "prefer");
  assert.equal(tls("?sslmode=disable"), false);
  assert.deepEqual(tls("?sslmode=require"), { rejectUnauthorized: false });
  assert.deepEqual(tls("", { PGSSLMODE: "require" }), { rejectUnauthorized: false });
  assert.deepEqual(tls("?sslmode=verify-full"), {});
  assert.throws(() => tls("?sslmode=require&sslrootcert=/none"), { code: "LEDGER_ADDRESS" });
});

test("ports that an address doesn't name are as PGPORT says", () => {
  const { places } = loginOf(addressOf("postgres://ana@127.0.0.1,db:6000/work"), {
    PGPORT: "5439",
  });
  assert.deepEqual(places, [
    { host: "127.0.0.1", port: 5439 },
    { host: "db", port: 6000 },
  ]);
});
