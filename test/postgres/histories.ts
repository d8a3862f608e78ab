// Scenarios of PostgreSQL trouble (cuts, rivals, kills), each replayable by its seed.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { type Chance, chanceOf } from "../sim/chance.ts";
import { type History, play } from "./load/play.ts";
import { startProxy, type Trouble } from "./load/proxy.ts";
import { startPostgres } from "./server.ts";

/** Processes of load whose clocks are right, an hour ahead and an hour behind. */
export const clocks = [0, 3_600_000, -3_600_000];

export const told = (
  t: TestContext,
  what: string,
  seed: number,
  { asked, rows, ms, ...history }: History,
  trouble: string,
): void => {
  const appends = asked.filter(({ op }) => op === "append").length;
  const granted = asked.filter((one) => one.op === "take" && one.answer.is === "granted").length;
  const fenced = asked.filter((one) => "answer" in one && one.answer.is === "fenced").length;
  const unknown = asked.filter((one) => "answer" in one && one.answer.is === "unknown").length;
  t.diagnostic(
    `${what}, seed ${seed}: ${appends} commands, ${rows.length} rows, ${granted} grants, ${fenced} fenced, ${unknown} never answered; ${trouble}; ${(ms / 1000).toFixed(1)} s`,
  );
  assert.deepEqual(history.findings, [], `seed ${seed}`);
  assert.ok(appends > 0 && granted > 0, `seed ${seed}: nothing was asked`);
};

/** Connections are reset, fall silent or are torn in the middle of an answer. */
export const cuts = async (
  t: TestContext,
  seed: number,
  asks: number,
  kinds: readonly Trouble[],
): Promise<void> => {
  const server = await startPostgres({ settings: ["fsync=off"] });
  t.after(() => server.remove());
  const plain = server.database();
  const proxy = await startProxy(server.port, chanceOf(seed).fork("proxy"), kinds);
  t.after(() => proxy.close());
  const url = plain.replace(`:${server.port}/`, `:${proxy.port}/`);
  const history = await play({
    url,
    plain,
    seed,
    asks,
    clocks,
    trouble: async (over) => {
      while (!over()) await sleep(20);
      proxy.calm();
    },
  });
  const { reset, silent, torn } = proxy.made;
  told(
    t,
    "cuts",
    seed,
    history,
    `${reset} connections reset, ${silent} silent, ${torn} torn within an answer`,
  );
  assert.ok(reset + silent + torn > 0, `seed ${seed}: no connection was cut`);
};

/** Nothing goes wrong, and leases lapse at once: many want the same few jobs, and holders come late. */
export const rivals = async (t: TestContext, seed: number, asks: number): Promise<void> => {
  const server = await startPostgres({ settings: ["fsync=off"] });
  t.after(() => server.remove());
  const plain = server.database();
  const first = openPostgres({ url: plain });
  await first.lease({ do: "end", run: "nobody", token: "" });
  await first.close();
  // For ten seconds after its start a server would let nobody take over.
  server.psql(
    "cairn1",
    "create or replace function cairn.grace(waits double precision) returns text language sql volatile as $$ select ''::text $$",
  );
  const history = await play({ url: plain, plain, seed, asks, clocks, leaseMs: 20 });
  told(t, "rivals", seed, history, "no trouble");
  assert.ok(
    history.asked.some((one) => one.op === "append" && one.answer.is === "fenced"),
    `seed ${seed}: nobody came late`,
  );
};

type Killing = {
  readonly chance: Chance;
  readonly times: number;
  kill(): Promise<void>;
  start(): unknown;
};
/** Kills, and starts again a moment later, until all were asked or it was done so often; how often it was. */
export const killing = ({ chance, times, kill, start }: Killing) => {
  let killed = 0;
  const trouble = async (over: () => boolean): Promise<void> => {
    while (!over() && killed < times) {
      await sleep(chance.between(100, 900));
      if (over()) return;
      await kill();
      killed += 1;
      await sleep(chance.between(0, 300));
      await start();
    }
  };
  return { trouble, killed: () => killed };
};

/** All processes of the server die by SIGKILL while it is asked; it writes as for users, with fsync. */
export const kills = async (
  t: TestContext,
  seed: number,
  asks: number,
  times: number,
): Promise<void> => {
  const server = await startPostgres();
  t.after(() => server.remove());
  const plain = server.database();
  const chance = chanceOf(seed).fork("kills");
  const { trouble, killed } = killing({ chance, times, ...server });
  const history = await play({ url: plain, plain, seed, asks, clocks, trouble });
  told(t, "kills", seed, history, `the server killed ${killed()} times`);
  assert.ok(killed() > 0, `seed ${seed}: the server was never killed`);
};
