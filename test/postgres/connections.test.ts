// Tests of the connections to PostgreSQL: at most four for requests, whose queue is no outage, and none left behind.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Client } from "pg";
import { addressOf } from "../../src/ledger/postgres/address.ts";
import { loginOf } from "../../src/ledger/postgres/login.ts";
import { openPools } from "../../src/ledger/postgres/pool.ts";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { postgresMissing, startPostgres } from "./server.ts";

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const url = server.database();

  test("reads behind a lock share four connections", { timeout: 60_000 }, async (t) => {
    const ledger = openPostgres({ url, env: {} });
    // A transaction of its own sees the server's processes as they were at its first look.
    const [holder, watcher] = [new Client(url), new Client(url)];
    await holder.connect();
    await watcher.connect();
    t.after(async () => {
      await holder.end();
      await watcher.end();
      await ledger.close();
    });
    await ledger.lease({ do: "end", run: "nobody", token: "" });
    /** Processes of the server that wait for the lock. */
    const waiting = async (): Promise<readonly number[]> => {
      const { rows } = await watcher.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'cairn' and wait_event_type = 'Lock'",
      );
      return rows.map(({ pid }) => pid);
    };
    const until = async (is: (pids: readonly number[]) => boolean): Promise<readonly number[]> => {
      for (;;) {
        const pids = await waiting();
        if (is(pids)) return pids;
        t.mock.timers.tick(1);
      }
    };
    await holder.query("begin; lock cairn.cards in access exclusive mode");
    t.mock.timers.enable({ apis: ["setTimeout"] });
    let answers = 0;
    const reads = Promise.all(
      Array.from({ length: 12 }, async () => {
        assert.deepEqual(await ledger.runs(), []);
        answers += 1;
      }),
    );
    const before = await until((pids) => pids.length >= 4);
    // Longer than a connection may take to be made, shorter than an answer may.
    t.mock.timers.tick(7_000);
    await watcher.query("select pg_terminate_backend($1)", [before[0]]);
    const later = await until((pids) => pids.some((pid) => !before.includes(pid)));
    assert.deepEqual([before.length, later.length, answers], [4, 4, 0]);
    await holder.query("commit");
    await reads;
    t.mock.timers.reset();
  });

  test("pools close while a listener connects", { timeout: 10_000 }, async () => {
    const pools = openPools(loginOf(addressOf(`${url}?sslmode=disable`), {}), 5_000);
    const listening = pools.listen("cairn", () => assert.fail("nobody listens any more"));
    await pools.close();
    await listening;
  });
}
