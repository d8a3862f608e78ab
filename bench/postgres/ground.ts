// Setup of the PostgreSQL benchmarks: a server with synchronous commits, a plain table, client processes.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Pool } from "pg";
import { postgresMissing, startPostgres } from "../../test/postgres/server.ts";
import type { Figure } from "../figures.ts";

const plainTable = `create table plain (
  seq bigserial primary key, run text collate "C" not null, version integer not null, data text not null, unique (run, version)
)`;

/** As the server comes, synced, but for room for many machines; without one, nothing is measured, and that is said. */
export const onServer = async (
  work: (url: string) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> => {
  if (postgresMissing !== null) {
    console.error(`✗✗✗ PostgreSQL is NOT measured: ${postgresMissing}.`);
    return [];
  }
  const server = await startPostgres({ settings: ["max_connections=300"] });
  try {
    const url = server.database();
    server.psql(new URL(url).pathname.slice(1), plainTable);
    return await work(url);
  } finally {
    server.remove();
  }
};

export type Plain = { insert(run: string): Promise<void>; close(): Promise<void> };

/** The least that a ledger could do, by the same client: one row in one statement, which is there once or not at all. */
export const plainInserts = (url: string): Plain => {
  const pool = new Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
  const data = "x".repeat(359);
  const versions = new Map<string, number>();
  return {
    insert: async (run) => {
      const version = (versions.get(run) ?? 0) + 1;
      versions.set(run, version);
      const text =
        "insert into plain (run, version, data) values ($1, $2, $3) on conflict do nothing";
      const done = await pool.query({ name: "insert", text, values: [run, version, data] });
      if (done.rowCount !== 1) throw new Error(`${run} ${version} was there already`);
    },
    close: () => pool.end(),
  };
};

export type Client = { ask(task: unknown): Promise<unknown>; end(): Promise<void> };

/** A process of its own, as on another machine (client.ts). */
export const startClient = async (url: string, name: string): Promise<Client> => {
  const child = fork(join(import.meta.dirname, "client.ts"), [url, name]);
  const waiting: PromiseWithResolvers<unknown>[] = [];
  const next = (): Promise<unknown> => {
    const asked = Promise.withResolvers<unknown>();
    waiting.push(asked);
    return asked.promise;
  };
  child.on("message", (said) => waiting.shift()?.resolve(said));
  child.on("exit", (code) =>
    waiting.splice(0).forEach(({ reject }) => reject(new Error(`${name} ended with ${code}`))),
  );
  await next();
  return {
    ask: (task) => {
      const answer = next();
      child.send(JSON.stringify(task));
      return answer;
    },
    end: async () => {
      const gone = once(child, "exit");
      child.disconnect();
      await gone;
    },
  };
};

/** How many of `count` were done a second. */
export const rateOf = async (count: number, work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (count / (performance.now() - began)) * 1_000;
};

export const times = <T>(count: number, each: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => each(n)));
