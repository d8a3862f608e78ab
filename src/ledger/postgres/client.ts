// Client of a server with its connections, which are all dropped when one is lost.
import postgres from "postgres";
import { createSockets, type Place, type Tls } from "./sockets.ts";

/** Credentials beside the address; never displayed. */
export type Login = {
  readonly places: readonly Place[];
  readonly ssl: Tls;
  readonly password?: string;
  /** Why there is none, half a sentence. */
  readonly unsaid?: string;
  /** The file it came from. */
  readonly from?: string;
  /** false: no statement outlives its transaction, as poolers that share connections require. */
  readonly prepare?: false;
};

/** `cut`: closes its connections, whether or not the server answers. */
export type Client = {
  readonly sql: postgres.Sql;
  readonly cut: () => void;
  readonly leave: () => void;
};

export type Clients = {
  current(): Client;
  /** A further client with a single connection. */
  alone(): Client;
  /** Uses a new client for the next requests. */
  renew(old: Client): void;
};

/** sockets.ts chooses among several servers: the client itself would wait for the others. */
const oneOf = (server: string): string => server.replace(/^([a-z]+:\/\/[^/?,]*),[^/?]*/, "$1");

/** Connections per client; one more listens. */
const most = 4;

export const giveUp = ({ sql, cut }: Client): void =>
  void sql
    .end({ timeout: 0 })
    .catch(() => {})
    .finally(cut);

/** `ms`: timeout for opening one connection. */
export const openClients = (
  server: string,
  { places, ssl, unsaid: _unsaid, from: _from, ...rights }: Login,
  ms: number,
): Clients => {
  let turns = 0;
  const turn = (): number => turns;
  const next = (failed: number): void => void (turns === failed && (turns += 1));
  // Checked on each server; the client's own "read-write" accepts a standby as writable.
  const first =
    places.length > 1 || server.includes("target_session_attrs=")
      ? ({ target_session_attrs: "primary" } as const)
      : {};
  const connect = (max: number): Client => {
    const lost = (): void => renew(made);
    const sockets = createSockets({ places, ssl, ms, turn, next, lost });
    // The client documents `socket` but its types lack it: an object literal would be an error.
    const options = {
      ...rights,
      ...first,
      // A pooler reassigns its connection after an answer, even if the next request has begun on it.
      ...(rights.prepare === false ? { max_pipeline: 0 } : {}),
      max,
      socket: sockets.open,
      connect_timeout: Math.ceil(ms / 1000),
      fetch_types: false,
      max_lifetime: null,
      keep_alive: 15,
      onnotice: () => {},
      types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
      connection: { application_name: "cairn" },
    };
    const sql = postgres(oneOf(server), options);
    const made: Client = { sql, cut: sockets.cut, leave: sockets.leave };
    return made;
  };
  const renew = (old: Client): void => {
    if (old !== client) return;
    old.leave();
    client = connect(most);
    giveUp(old);
  };
  let client = connect(most);
  return { current: () => client, alone: () => connect(1), renew };
};
