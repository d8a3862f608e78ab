// Tests of PostgreSQL failover with a replicated pair, as promised in docs/postgres.md.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../src/core/refusal.ts";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { clocks, told } from "./histories.ts";
import { type History, play } from "./load/play.ts";
import { postgresMissing, type PostgresServer, startPostgres } from "./server.ts";
import { until } from "./story.ts";

type Pair = {
  readonly first: PostgresServer;
  readonly standby: PostgresServer;
  readonly plain: string;
  readonly url: string;
};

const pair = async (t: TestContext, synchronous: boolean): Promise<Pair> => {
  const first = await startPostgres();
  t.after(() => first.remove());
  const base = first.database();
  const standby = await startPostgres({ standbyOf: first });
  t.after(() => standby.remove());
  if (synchronous) first.psql("postgres", "alter system set synchronous_standby_names = '*'");
  first.psql("postgres", "select pg_reload_conf()");
  const state = (): string =>
    first.psql("postgres", "select sync_state from pg_stat_replication").trim();
  await until("the standby follows", () => state() === (synchronous ? "sync" : "async"));
  const url = base.replace(
    `127.0.0.1:${first.port}`,
    `127.0.0.1:${first.port},127.0.0.1:${standby.port}`,
  );
  return { first, standby, plain: base.replace(`:${first.port}/`, `:${standby.port}/`), url };
};

const failover = async (
  { first, standby, plain, url }: Pair,
  seed: number,
  before: () => Promise<void>,
): Promise<History> =>
  play({
    url,
    plain,
    seed,
    asks: 200,
    clocks,
    trouble: async () => {
      await sleep(1_000);
      await before();
      await first.kill();
      await sleep(300);
      standby.psql("postgres", "select pg_promote()");
    },
  });

const tell = (t: TestContext, what: string, seed: number, history: History): void =>
  told(t, what, seed, history, "the first server killed, the standby promoted");

const run = (name: string) => {
  const rows = drafts(name, null, 1, `start ${name}`);
  return [name, 0, rows, cardOf(rows)] as const;
};

/** `seed`: of what is asked. */
export const failovers = (seed: number): void => {
  const skip = postgresMissing ?? false;

  test(
    `a synchronous standby has all that was acknowledged, seed ${seed}`,
    { skip, timeout: 180_000 },
    async (t) => {
      const both = await pair(t, true);
      tell(t, "synchronous failover", seed, await failover(both, seed, async () => undefined));

      // Back as a standby it is looked at by nobody who writes.
      const { first, url } = both;
      writeFileSync(join(first.folder, "data", "standby.signal"), "");
      first.start();
      const later = openPostgres({ url, env: {} });
      t.after(() => later.close());
      for (const name of ["one", "two", "three"])
        assert.equal((await later.append(...run(name))).is, "appended");
      assert.equal(
        first
          .psql("cairn1", "select count(*) from cairn.rows where run in ('one', 'two', 'three')")
          .trim(),
        "0",
      );
      first.stop("immediate");
    },
  );

  test(
    `an asynchronous standby that was behind lacks what came last, and has no gaps, seed ${seed}`,
    { skip, timeout: 180_000 },
    async (t) => {
      const both = await pair(t, false);
      const { standby } = both;
      const history = await failover(both, seed, async () => {
        standby.psql("postgres", "alter system set primary_conninfo = ''");
        standby.psql("postgres", "select pg_reload_conf()");
        await sleep(700);
      });
      const { findings } = history;
      const lost = findings.filter((finding) => /was acknowledged, and is not there/.test(finding));
      t.diagnostic(
        `${lost.length} acknowledged commands were lost of ${history.asked.length} asks; ${findings.length} findings in all`,
      );
      assert.ok(lost.length > 0, "nothing was lost: this shows nothing");
      // Processes that went on with what they knew were told that it is gone.
      const broken = findings.filter((finding) =>
        /ought to|rows are there|nobody asked|: chain:/.test(finding),
      );
      assert.deepEqual(broken, []);
    },
  );

  test(
    "a first server that comes back as such beside the promoted one: synchronous, it acknowledges nothing",
    { skip, timeout: 120_000 },
    async (t) => {
      const { first, standby, url } = await pair(t, true);
      const ledger = openPostgres({ url, env: {}, answer: 2_000, patience: 60_000 });
      t.after(() => ledger.close());
      assert.equal((await ledger.append(...run("before"))).is, "appended");
      await first.kill();
      standby.psql("postgres", "select pg_promote()");
      assert.equal((await ledger.append(...run("after"))).is, "appended");
      first.start();
      const alone = openPostgres({
        url: url.replace(`,127.0.0.1:${standby.port}`, ""),
        env: {},
        answer: 1_000,
        patience: 3_000,
      });
      t.after(() => alone.close());
      const fault: unknown = await alone.append(...run("alone")).catch((error: unknown) => error);
      assert.ok(fault instanceof Fault && fault.code === "LEDGER_AWAY", String(fault));
      // Whoever knows both is answered by the one that can.
      const late = openPostgres({ url, env: {}, answer: 2_000, patience: 60_000 });
      t.after(() => late.close());
      assert.equal((await late.append(...run("late"))).is, "appended");
      assert.equal(
        standby.psql("cairn1", "select count(*) from cairn.rows where run = 'late'").trim(),
        "1",
      );
    },
  );
};
