// Tests of connection faults with PostgreSQL: cause and next step in each message, no password.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { Client } from "pg";
import { Fault } from "../../src/core/refusal.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { openPostgres, type PostgresOptions } from "../../src/ledger/postgres.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { postgresMissing, startPostgres } from "./server.ts";

const laid = (run: string): Parameters<Ledger["append"]> => {
  const rows = drafts(run, null, 1, `start ${run}`);
  return [run, 0, rows, cardOf(rows)];
};

const faultOf = async (asked: Promise<unknown>): Promise<Fault> => {
  try {
    await asked;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  return assert.fail("it was answered");
};

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["wal_writer_delay=10s", "max_connections=30"] });
  after(() => server.remove());
  const base = server.database();
  const hba = (lines: readonly string[]): void => {
    const folder = server.psql("postgres", "show data_directory").trim();
    const values = lines.map((line) => `('${line}')`).join(", ");
    server.psql(
      "postgres",
      `copy (select * from (values ${values}) as v (line)) to '${folder}/pg_hba.conf'; select pg_reload_conf()`,
    );
  };
  hba([
    "local all all trust",
    "host all locked 127.0.0.1/32 scram-sha-256",
    "host all barred 127.0.0.1/32 reject",
    "host all all 127.0.0.1/32 trust",
  ]);
  const as = (role: string, project: string, rights = ""): string => {
    server.psql("cairn1", `create role ${role} login ${rights}`);
    return base.replace("postgres@", `${role}@`).concat(`?project=${project}`);
  };
  const open = (t: TestContext, url: string, rest: Partial<PostgresOptions> = {}): Ledger => {
    const ledger = openPostgres({ url, env: {}, patience: 300, ...rest });
    t.after(() => ledger.close());
    return ledger;
  };

  test("a server that isn't there: the address, the cause, and that nothing is recorded twice", async (t) => {
    for (const url of [
      "postgres://ana@127.0.0.1:1/work",
      "postgres://ana@localhost:1/work",
      "postgres://ana@nowhere.invalid/work",
    ]) {
      const fault = await faultOf(open(t, url).append(...laid("a")));
      assert.equal(fault.code, "LEDGER_AWAY");
      assert.match(
        fault.message,
        /^The ledger postgres:\/\/ana@\S+ did not answer for \d+ s: .*(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/,
      );
      assert.match(fault.hint, /whether the server runs/);
    }
  });

  test("a wrong password, a barred user, no such database: told at once, without the password", async (t) => {
    const url = as("locked", "login", "password 'right'");
    as("barred", "login");
    const wrong = { patience: Number.POSITIVE_INFINITY };
    for (const ledger of [
      open(t, url, { ...wrong, env: { PGPASSWORD: "wrong1" } }),
      open(t, url.replace("@", ":wrong1@"), wrong),
    ]) {
      const fault = await faultOf(ledger.append(...laid("a")));
      assert.equal(fault.code, "LEDGER_LOGIN");
      assert.match(fault.hint, /PGPASSWORD, in ~\/\.pgpass/);
      assert.doesNotMatch(fault.message + fault.hint, /wrong1/);
    }
    const folder = mkdtempSync(join(tmpdir(), "cairn-pass-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, ".pgpass");
    writeFileSync(file, "elsewhere:*:*:*:right\n", { mode: 0o600 });
    const none = await faultOf(open(t, url, { ...wrong, env: { HOME: folder } }).runs());
    assert.deepEqual(
      [none.code, /HOST:PORT:DATABASE:USER:PASSWORD.*0600/.test(none.hint)],
      ["LEDGER_LOGIN", true],
    );
    assert.match(none.message, /no line of \S+\.pgpass fits 127\.0\.0\.1:\d+:cairn1:locked\./);
    server.psql("cairn1", "grant create on database cairn1 to locked");
    assert.equal(
      (await open(t, url, { env: { PGPASSWORD: "right" } }).append(...laid("a"))).is,
      "appended",
    );
    const barred = await faultOf(open(t, url.replace("locked", "barred"), wrong).runs());
    assert.deepEqual([barred.code, /pg_hba\.conf/.test(barred.hint)], ["LEDGER_LOGIN", true]);
    const nowhere = await faultOf(
      open(t, url.replace("locked", "postgres").replace("/cairn1", "/nothere"), wrong).runs(),
    );
    assert.deepEqual(
      [nowhere.code, /no such database/.test(nowhere.message)],
      ["LEDGER_LOGIN", true],
    );
  });

  test("missing rights: to make the tables, to look, to write", async (t) => {
    const first = await faultOf(open(t, as("beginner", "rights")).append(...laid("a")));
    assert.deepEqual([first.code, /docs\/postgres\.md/.test(first.hint)], ["LEDGER_RIGHTS", true]);
    assert.match(
      first.hint,
      /project the one that is meant.*owner must record something once \(looking makes nothing\); then give/,
    );
    await open(t, `${base}?project=rights`).append(...laid("a"));
    const reader = open(t, `${base.replace("postgres@", "beginner@")}?project=rights`);
    assert.equal((await faultOf(reader.runs())).code, "LEDGER_RIGHTS");
    server.psql(
      "cairn1",
      "grant usage on schema cairn_rights to beginner; grant select on all tables in schema cairn_rights to beginner; grant execute on function cairn_rights.clock(), cairn_rights.stamp(timestamptz) to beginner",
    );
    assert.equal((await reader.runs()).length, 1);
    assert.equal((await faultOf(reader.append(...laid("b")))).code, "LEDGER_RIGHTS");
    assert.equal((await reader.runs()).length, 1);
  });

  test("tables of somebody else are left as they are", async (t) => {
    server.psql(
      "cairn1",
      "create schema cairn_theirs; create table cairn_theirs.orders (id integer)",
    );
    for (const ask of [
      (ledger: Ledger) => ledger.append(...laid("a")),
      (ledger: Ledger) => ledger.runs(),
    ]) {
      const fault = await faultOf(ask(open(t, `${base}?project=theirs`)));
      assert.deepEqual([fault.code, /\?project=NAME/.test(fault.hint)], ["LEDGER_FOREIGN", true]);
    }
    assert.equal(
      server
        .psql(
          "cairn1",
          "select count(*) from pg_class where relnamespace = 'cairn_theirs'::regnamespace",
        )
        .trim(),
      "1",
    );
    server.psql("cairn1", "create schema cairn_empty");
    assert.equal((await open(t, `${base}?project=empty`).append(...laid("a"))).is, "appended");
  });

  test("another format is refused and left alone", async (t) => {
    const url = `${base}?project=later`;
    await open(t, url).append(...laid("a"));
    server.psql("cairn1", "update cairn_later.meta set value = '99' where key = 'format'");
    for (const ask of [
      (ledger: Ledger) => ledger.append(...laid("c")),
      (ledger: Ledger) => ledger.runs(),
    ]) {
      const fault = await faultOf(ask(open(t, url)));
      assert.deepEqual([fault.code, /version of Cairn/.test(fault.hint)], ["LEDGER_FORMAT", true]);
    }
    assert.equal(server.psql("cairn1", "select count(*) from cairn_later.rows").trim(), "1");
  });

  test("settings of a role that would break a rule are found, not obeyed", async (t) => {
    const url = as("odd", "odd", "superuser");
    const fault = async (setting: string): Promise<string> => {
      server.psql("cairn1", `alter role odd reset all; alter role odd set ${setting}`);
      const { code, hint } = await faultOf(
        open(t, url, { patience: Number.POSITIVE_INFINITY }).append(...laid("x")),
      );
      return `${code}: ${hint}`;
    };
    await open(t, url).append(...laid("a"));
    assert.match(
      await fault("default_transaction_isolation = 'serializable'"),
      /^LEDGER_UNSUPPORTED: .*read committed/,
    );
    assert.match(
      await fault("default_transaction_read_only = on"),
      /^LEDGER_UNSUPPORTED: .*default_transaction_read_only/,
    );

    const held = new Client(base);
    await held.connect();
    t.after(() => held.end());
    await held.query("select pg_advisory_lock(hashtextextended('cairn_odd', 0))");
    assert.match(
      await fault("statement_timeout = '200ms'"),
      /^LEDGER_UNSUPPORTED: .*statement_timeout/,
    );
  });

  test("too many connections are waited for, and named if they stay", async (t) => {
    const url = as("many", "many", "superuser");
    await open(t, url).append(...laid("a"));
    server.psql(
      "cairn1",
      "alter role many nosuperuser connection limit 0; grant all on schema cairn_many to many; grant select on all tables in schema cairn_many to many",
    );
    const fault = await faultOf(open(t, url).runs());
    assert.equal(fault.code, "LEDGER_AWAY");
    assert.match(
      `${fault.message} ${fault.hint}`,
      /has had no connection left for \d s: too many connections .* Its server runs: .*max_connections/,
    );
    const patient = open(t, url, { patience: 10_000 }).runs();
    server.psql("cairn1", "alter role many connection limit 5");
    assert.equal((await patient).length, 1);
  });

  test("a server without TLS is given nothing where TLS is asked for", async (t) => {
    for (const sslmode of ["require", "verify-full"]) {
      const fault = await faultOf(
        open(t, `${base}?project=bare&sslmode=${sslmode}`, {
          patience: Number.POSITIVE_INFINITY,
        }).runs(),
      );
      assert.deepEqual(
        [fault.code, /does not support SSL/.test(fault.message), /sslmode/.test(fault.hint)],
        ["LEDGER_UNTRUSTED", true, true],
      );
    }
  });

  test("TLS: nobody in between with verify-full, and a server that must have it says so", async (t) => {
    const folder = server.psql("postgres", "show data_directory").trim();
    const request =
      "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=db -addext subjectAltName=DNS:localhost,IP:127.0.0.1";
    server.psql(
      "postgres",
      `copy (select 1) to program 'cat > /dev/null; ${request} -keyout ${folder}/server.key -out ${folder}/server.crt 2> /dev/null'`,
    );
    server.psql("postgres", "alter system set ssl = on");
    hba(["local all all trust", "hostssl all all 127.0.0.1/32 trust"]);
    const at = (query: string, host = "127.0.0.1"): Ledger =>
      open(t, `${base.replace("127.0.0.1", host)}?project=tls${query}`, { patience: 5_000 });
    const uses = async (ledger: Ledger): Promise<string> => {
      await ledger.runs();
      return server
        .psql(
          "postgres",
          "select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'cairn'",
        )
        .trim();
    };
    assert.equal(await uses(at("")), "t");
    assert.equal(await uses(at("&sslmode=require")), "t");
    assert.equal(await uses(at(`&sslmode=verify-full&sslrootcert=${folder}/server.crt`)), "t");
    const distrusted = await faultOf(at("&sslmode=verify-full").runs());
    assert.deepEqual(
      [distrusted.code, /sslrootcert=FILE/.test(distrusted.hint)],
      ["LEDGER_UNTRUSTED", true],
    );
    const misnamed = at(`&sslmode=verify-full&sslrootcert=${folder}/server.crt`, "127.1");
    assert.equal((await faultOf(misnamed.runs())).code, "LEDGER_UNTRUSTED");
    const bare = await faultOf(at("&sslmode=disable").runs());
    assert.deepEqual([bare.code, /\?sslmode=require/.test(bare.hint)], ["LEDGER_LOGIN", true]);
    hba(["local all all trust", "host all all 127.0.0.1/32 trust"]);
  });

  test("a standby is waited for until it is promoted, and its rows can be read meanwhile", async (t) => {
    const url = `${base}?project=standby`;
    await open(t, url).append(...laid("a"));
    const folder = server.psql("postgres", "show data_directory").trim();
    server.psql("postgres", `copy (select 1 where false) to '${folder}/standby.signal'`);
    server.stop("fast");
    server.start();
    const ledger = open(t, url);
    assert.equal((await ledger.runs()).length, 1);
    const fault = await faultOf(ledger.append(...laid("b")));
    assert.deepEqual([fault.code, /read-only/.test(fault.message)], ["LEDGER_AWAY", true]);
    const waits = open(t, url, { patience: 30_000 }).append(...laid("b"));
    server.psql("postgres", "select pg_promote()");
    assert.equal((await waits).is, "appended");
  });

  test("what was acknowledged is there after a crash, though the role asks for less", async (t) => {
    const url = as("hasty", "hasty", "superuser");
    await open(t, url).append(...laid("a"));
    server.psql(
      "cairn1",
      "alter role hasty set synchronous_commit = off; create table public.loose (n integer)",
    );
    const ledger = open(t, url, { patience: 20_000 });
    const loose = new Client(url.split("?")[0]).on("error", () => {});
    await loose.connect();
    assert.equal((await ledger.append(...laid("b"))).is, "appended");
    // What nobody made wait for the disk is lost by the same crash: else this shows nothing.
    await loose.query("insert into public.loose values (1)");
    await server.kill();
    server.start();
    assert.deepEqual(
      (await ledger.runs()).map(({ run }) => run),
      ["a", "b"],
    );
    assert.equal(server.psql("cairn1", "select count(*) from public.loose").trim(), "0");
  });
}
