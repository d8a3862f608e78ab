// Tests of the runner's PostgreSQL role as in docs/postgres.md: enough rights and no more.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { Client } from "pg";
import { Fault } from "../../src/core/refusal.ts";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { postgresMissing, startPostgres } from "./server.ts";

const manual = readFileSync(join(import.meta.dirname, "../../docs/postgres.md"), "utf8");
const statements = (name: string): string =>
  new RegExp(`<!-- ${name} -->\\n\`\`\`sql\\n([^\`]*)\`\`\``, "u").exec(manual)?.[1] ??
  assert.fail(`docs/postgres.md has no ${name}`);

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  server.database();
  server.psql("cairn1", statements("owner").replaceAll("work", "cairn1"));
  const url = (role: string): string =>
    `postgres://${role}@127.0.0.1:${server.port}/cairn1?project=web`;
  const owner = openPostgres({ url: url("cairn_owner"), env: {} });
  const rows = drafts("a", null, 2, "start a");
  await owner.append("a", 0, rows, cardOf(rows));
  await owner.lease({
    do: "take",
    run: "a",
    job: "j",
    holder: { name: "o", agent: null, conversation: null },
    ms: 60_000,
    host: "o",
  });
  await owner.close();
  server.psql("cairn1", `set role cairn_owner; ${statements("runner")}`);

  test("a runner's role works through the whole ledger", async (t) => {
    const runner = openPostgres({ url: url("cairn_runner"), env: {} });
    t.after(() => runner.close());
    const more = drafts("b", null, 1, "start b");
    assert.equal((await runner.append("b", 0, more, cardOf(more))).is, "appended");
    const ask = {
      do: "take",
      run: "b",
      job: "j",
      holder: { name: "r", agent: null, conversation: null },
      ms: 60_000,
      host: "r",
    } as const;
    assert.equal((await runner.lease(ask)).is, "granted");
    await runner.keep("b", "stones", 1, "{}");
    assert.deepEqual(await runner.snapshot("b", "stones"), { version: 1, text: "{}" });
    const bytes = Buffer.from("kept");
    if (runner.shelf !== undefined) await runner.shelf.put(bytes);
    assert.deepEqual(
      [
        (await runner.runs()).length,
        (await runner.read({})).length,
        (await runner.leases()).length,
      ],
      [2, 3, 2],
    );
    assert.ok((await runner.id()) !== null && (await runner.now()) > "2026");
  });

  test(
    "a program that may not look says so and ends, with no connection left to wait on",
    { timeout: 60_000 },
    () => {
      server.psql("cairn1", "create role looker login");
      const cairn = builtLauncher();
      const argv = [cairn, "status", "--ledger", url("looker")];
      const { status, stderr } = spawnSync(process.execPath, argv, {
        cwd: tmpdir(),
        encoding: "utf8",
        timeout: 30_000,
      });
      assert.deepEqual([status, stderr.split(":")[0]], [1, "LEDGER_RIGHTS"], stderr);
    },
  );

  test("it can't change, remove or forge what is recorded, nor the functions that record it", async (t) => {
    const sql = new Client(url("cairn_runner").split("?")[0]);
    await sql.connect();
    t.after(() => sql.end());
    const s = "cairn_web";
    const tables = ["meta", "rows", "cards", "leases", "snapshots", "kept"];
    const { rows: functions } = await sql.query<{ own: string; whole: string }>(
      "select oid::regprocedure::text as own, pg_get_functiondef(oid) as whole from pg_proc where pronamespace = 'cairn_web'::regnamespace",
    );
    assert.ok(functions.length > 5);
    const tries = [
      ...tables.flatMap((table) => [
        `delete from ${s}.${table}`,
        `truncate ${s}.${table}`,
        `drop table ${s}.${table}`,
        `alter table ${s}.${table} disable trigger all`,
      ]),
      `update ${s}.rows set data = '{}'`,
      `update ${s}.cards set version = 1`,
      `update ${s}.leases set over = true`,
      `update ${s}.meta set value = '99'`,
      `insert into ${s}.rows select seq + 100, run, version + 100, cause, type, at, hash, "by", data from ${s}.rows limit 1`,
      `insert into ${s}.leases select run, fence + 1, job, token, name, agent, conversation, until, host, over from ${s}.leases limit 1`,
      ...functions.flatMap(({ own, whole }) => [
        whole,
        `drop function ${own}`,
        `alter function ${own} owner to cairn_runner`,
      ]),
      `create function ${s}.mine() returns void language sql as ''`,
      `create table ${s}.mine (a integer)`,
      `set role cairn_owner`,
      `create schema mine`,
    ];
    for (const text of tries) await assert.rejects(sql.query(text), { code: "42501" }, text);
    // What it might lay before the server's own names isn't looked at by the functions.
    await sql.query(
      "create temporary table rows (seq bigint); create function pg_temp.sha256(bytea) returns bytea language sql as 'select $1'",
    );
    assert.equal(
      server.psql("cairn1", `select count(*) from ${s}.rows where run = 'a'`).trim(),
      "2",
    );
    assert.equal(server.psql("cairn1", `select count(*) from ${s}.leases where over`).trim(), "0");
  });

  test("nobody else may call anything, and another project stays closed", async (t) => {
    server.psql("cairn1", "create role stranger login");
    const open = server.psql(
      "cairn1",
      "select count(*) from pg_proc p where pronamespace = 'cairn_web'::regnamespace and has_function_privilege('stranger', p.oid, 'execute')",
    );
    assert.equal(open.trim(), "0");
    const other = openPostgres({ url: url("cairn_owner").replace("=web", "=other"), env: {} });
    await other.append("a", 0, rows, cardOf(rows));
    await other.close();
    const runner = openPostgres({ url: url("cairn_runner").replace("=web", "=other"), env: {} });
    t.after(() => runner.close());
    await assert.rejects(
      runner.runs(),
      (error) => error instanceof Fault && error.code === "LEDGER_RIGHTS",
    );
  });
}
