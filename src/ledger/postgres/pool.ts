// Connections to a PostgreSQL server: the client's own pool, replaced as a whole at the first that is lost.
import { Pool, type PoolClient, type QueryConfig, types } from "pg";
import type { Columns } from "../columns.ts";
import { isAway, isFull, isUnencrypted, standby } from "./faults.ts";
import type { Login, Place } from "./login.ts";
import { openTurns } from "./turns.ts";

/** Connections per process: four for requests, one that listens. */
const most = 5;
const ignore = (): void => {};
/** Not as text: no number of ours exceeds 2^53. */
types.setTypeParser(types.builtins.INT8, Number);

/** Only a server that may be written to counts, where several are named. */
const isPrimary = (client: PoolClient, done: (error?: Error) => void): void => {
  const answer = client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
  answer.then(({ rows }) => done(rows[0]?.standby === true ? standby() : undefined), done);
};

const connect = (login: Login, place: Place, ms: number): Pool => {
  const { user, database, tls, places } = login;
  const pool = new Pool({
    ...place,
    user,
    database,
    // The lookup is put off until the server asks, and may fail.
    password: async () => login.passwordFor(place),
    ssl: tls === "prefer" ? { rejectUnauthorized: false } : tls,
    max: most,
    connectionTimeoutMillis: ms,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: "cairn",
    ...(places.length > 1 ? { verify: isPrimary } : {}),
  });
  // Each request reports its own error; an unhandled event would end the process.
  return pool.on("error", ignore).on("connect", (client) => void client.on("error", ignore));
};

/** Where encryption is only preferred, a server without it is asked in the clear. */
const take = async (from: Pool, { tls }: Login): Promise<PoolClient> => {
  try {
    return await from.connect();
  } catch (error) {
    if (tls !== "prefer" || !isUnencrypted(error)) throw error;
    from.options.ssl = false;
    return from.connect();
  }
};

const openListener = (login: Login) => {
  let listener: PoolClient | null = null;
  let listening = false;
  const end = (): void => {
    listener?.release(true);
    listener = null;
    listening = false;
  };
  return {
    end,
    listen: async (pool: Pool, channel: string, heard: () => void): Promise<void> => {
      if (listening) return;
      listening = true;
      try {
        const client = await take(pool, login);
        // Lost or closed meanwhile.
        if (pool.ending) return client.release(true);
        listener = client;
        client.on("notification", heard).once("end", () => void (listener === client && end()));
        await client.query(`listen "${channel}"`);
        heard();
      } catch {
        if (!pool.ending) listening = listener !== null;
      }
    },
  };
};

/** `ms`: timeout to connect. */
export const openPools = (login: Login, ms: number) => {
  const { places } = login;
  let turn = 0;
  const next = (): Pool =>
    connect(login, places[turn++ % places.length] ?? { host: "localhost", port: 5432 }, ms);
  let pool = next();
  const listener = openListener(login);
  const turns = openTurns(most - 1);

  /** The other connections are as dead, or lead to a server that is no longer the first one. */
  const lose = (lost: Pool, error: unknown): void => {
    if (lost !== pool || lost.ending) return;
    listener.end();
    pool = next();
    void lost.end();
    turns.fail(error);
  };
  return {
    /** The rows that answer a question, unless `late` rejects before. `begin`: called once a connection is free for it. */
    query: async (
      question: QueryConfig,
      late: Promise<never>,
      begin: () => void,
    ): Promise<readonly Columns[]> => {
      await turns.enter(late);
      begin();
      const own = pool;
      const connecting = take(own, login);
      let client: PoolClient | null = null;
      try {
        client = await Promise.race([connecting, late]);
        const { rows } = await Promise.race([client.query<Columns>(question), late]);
        client.release();
        return rows;
      } catch (error) {
        if (client === null) connecting.then((unused) => unused.release(), ignore);
        else client.release(isAway(error));
        if (isAway(error) && !isFull(error)) lose(own, error);
        throw error;
      } finally {
        turns.leave();
      }
    },
    /** Calls back for each notification on the channel until the connection is lost; later calls listen anew if it was. Never rejects. */
    listen: async (channel: string, heard: () => void): Promise<void> =>
      listener.listen(pool, channel, heard),
    /** Ends when no connection is in use any more. */
    close: (): Promise<void> => {
      listener.end();
      return pool.end();
    },
  };
};

export type Pools = ReturnType<typeof openPools>;
