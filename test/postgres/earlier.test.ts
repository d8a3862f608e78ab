// Tests of PostgreSQL functions of an earlier format: replaced by the first writer.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { FORMAT } from "../../src/ledger/migrations.ts";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { postgresMissing, startPostgres } from "./server.ts";

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const url = `${server.database()}?project=earlier`;

  test("functions of an earlier format are made anew by the first who writes", async (t) => {
    const open = () => {
      const ledger = openPostgres({ url, env: {} });
      t.after(() => ledger.close());
      return ledger;
    };
    const rows = drafts("a", null, 1, "start a");
    await open().append("a", 0, rows, cardOf(rows));
    const before =
      "create or replace function cairn_earlier.lease(ask json) returns json language sql as 'select null::json'";
    server.psql(
      "cairn1",
      `${before}; update cairn_earlier.meta set value = '3' where key = 'format'`,
    );
    const ledger = open();
    assert.equal((await ledger.runs()).length, 1);
    const holder = { name: "bea", agent: null, conversation: null };
    const taken = await ledger.lease({
      do: "take",
      run: "a",
      job: "j",
      holder,
      ms: 60_000,
      host: "h",
      least: 7,
    });
    assert.equal(taken.is === "granted" && taken.lease.fence, 7);
    assert.equal(
      server.psql("cairn1", "select value from cairn_earlier.meta where key = 'format'").trim(),
      String(FORMAT),
    );
  });
}
