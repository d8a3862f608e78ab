// The client of a server: its connections, all given up when one of them is lost.
import postgres from "postgres";
import { createSockets, type Place, type Tls } from "./sockets.ts";

/** What the client needs beside the address; none of it is ever shown. */
export type Login = {
  readonly places: readonly Place[];
  readonly ssl: Tls;
  readonly password?: string;
  /** Why there is none, half a sentence. */
  readonly unsaid?: string;
  /** The file that it was found in. */
  readonly from?: string;
  /** false: no statement outlives its transaction, as a pooler that shares connections needs it. */
  readonly prepare?: false;
};

/** `cut`: ends its connections, whether the server says something or not. */
export type Client = {
  readonly sql: postgres.Sql;
  readonly cut: () => void;
  readonly leave: () => void;
};

export type Clients = {
  current(): Client;
  /** Another one, of one connection. */
  alone(): Client;
  /** What is asked next goes over a new one. */
  renew(old: Client): void;
};

/** Which of several servers is asked is decided by sockets.ts: the client would wait for the others by itself. */
const oneOf = (server: string): string => server.replace(/^([a-z]+:\/\/[^/?,]*),[^/?]*/, "$1");

/** Connections of a client; one more listens. */
const most = 4;

export const giveUp = ({ sql, cut }: Client): void =>
  void sql
    .end({ timeout: 0 })
    .catch(() => {})
    .finally(cut);

/** `ms`: how long one connection may take to be made. */
export const openClients = (
  server: string,
  { places, ssl, unsaid: _unsaid, from: _from, ...rights }: Login,
  ms: number,
): Clients => {
  let turns = 0;
  const turn = (): number => turns;
  const next = (failed: number): void => void (turns === failed && (turns += 1));
  // Which of several is first is asked of each; the client's own "read-write" takes a standby for one that can be written to.
  const first =
    places.length > 1 || server.includes("target_session_attrs=")
      ? ({ target_session_attrs: "primary" } as const)
      : {};
  const connect = (max: number): Client => {
    const lost = (): void => renew(made);
    const sockets = createSockets({ places, ssl, ms, turn, next, lost });
    // The client's types don't know of `socket`, its documentation does: in a literal it would be an error.
    const options = {
      ...rights,
      ...first,
      // A pooler gives its connection to somebody else after an answer, though the next question was begun on it.
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
