// Sockets of a PostgreSQL client: at the first lost connection the client gives up all of them.
import { connect, isIP, type Socket } from "node:net";
import { connect as secure } from "node:tls";

export type Place = { readonly host: string; readonly port: number };

/** false: plain text. require, prefer: any certificate. An object: verified by the given authorities, or the system's. */
export type Tls = false | "require" | "prefer" | { readonly ca?: string };

export type SocketOptions = {
  /** Tried in order; the first reachable one is used. */
  readonly places: readonly Place[];
  /** The index of the place to use: shared by all connections until one fails there, since one of several servers is primary. */
  readonly turn: () => number;
  /** Reports that the place failed or lost a connection; the next one is used from now on. */
  readonly next: (failed: number) => void;
  readonly ssl: Tls;
  /** Timeout to connect to one place, in ms. */
  readonly ms: number;
  /** Called once when a connection is lost, before the client notices. */
  readonly lost: () => void;
};

export type Sockets = {
  /** Opens a connection, encrypted as requested. Rejects with Node's errors, CONNECT_TIMEOUT, and TLS_REFUSED. */
  open(): Promise<Socket>;
  /** Uses another place from now on. */
  leave(): void;
  /** Closes all at once, so that unanswered ones don't keep the process alive. */
  cut(): void;
};

/** https://www.postgresql.org/docs/current/protocol-message-formats.html, SSLRequest. */
const asksForTls = Uint8Array.of(0, 0, 0, 8, 4, 210, 22, 47);
const failed = (code: string, text: string): Error => Object.assign(new Error(text), { code });

/** Resolves with the event; rejects on an error, an early end, or after `ms`. */
const first = <T>(
  socket: Socket,
  event: string,
  ms: number,
  pick: (value: T) => T = (value) => value,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const done = (settle: () => void): void => {
      clearTimeout(timer);
      socket.off(event, came).off("error", broke).off("close", closed);
      settle();
    };
    const came = (value: T): void => done(() => resolve(pick(value)));
    const broke = (error: Error): void => done(() => reject(error));
    const closed = (): void =>
      broke(failed("CONNECTION_CLOSED", "the server closed the connection"));
    const timer = setTimeout(
      () => broke(failed("CONNECT_TIMEOUT", `no connection within ${Math.round(ms / 1000)} s`)),
      ms,
    );
    socket.once(event, came).once("error", broke).once("close", closed);
  });

const encrypted = async (plain: Socket, { host }: Place, ssl: Tls, ms: number): Promise<Socket> => {
  if (ssl === false) return plain;
  const answer = first<Buffer>(plain, "data", ms);
  plain.write(asksForTls);
  // Exactly one byte: anything more was injected before encryption.
  const said = (await answer).toString("latin1");
  if (said === "N" && ssl === "prefer") return plain;
  // A starting or stopping server answers with an error message instead, for older clients.
  if (said.startsWith("E"))
    throw failed("CONNECTION_CLOSED", "the server can't take connections just now");
  if (said !== "S")
    throw failed(
      "TLS_REFUSED",
      said === "N" ? "the server speaks no TLS" : "the server answered what is no answer to TLS",
    );
  const checked = typeof ssl === "object" ? ssl : { rejectUnauthorized: false };
  // An IP address in a certificate isn't a server name to request.
  const tls = secure({
    socket: plain,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...checked,
  });
  await first(tls, "secureConnect", ms);
  return tls;
};

/** The client removes all listeners when a connection closes; a later TLS error would end the process. */
const hearErrors = (socket: Socket): void => {
  const forget = socket.removeAllListeners.bind(socket);
  socket.removeAllListeners = (...events) => forget(...events).on("error", () => undefined);
};

export const createSockets = ({ places, turn, next, ssl, ms, lost }: SocketOptions): Sockets => {
  const all = new Set<Socket>();
  let gone = false;
  let last = turn();

  const lose = (): void => {
    if (gone) return;
    gone = true;
    next(last);
    lost();
  };
  const reach = async (place: Place): Promise<Socket> => {
    const plain = connect(place.port, place.host);
    all.add(plain);
    plain.once("close", () => all.delete(plain));
    // An unhandled socket error would end the process.
    plain.on("error", () => undefined);
    try {
      await first(plain, "connect", ms);
      return await encrypted(plain, place, ssl, ms);
    } catch (error) {
      plain.destroy();
      throw error;
    }
  };

  return {
    open: async () => {
      let why: unknown = failed("CONNECTION_CLOSED", "the connection was given up");
      for (let tried = 0; tried < places.length; tried += 1) {
        const at = turn();
        const place = places[at % places.length];
        if (gone || place === undefined) break;
        try {
          const socket = await reach(place);
          if (gone) {
            socket.destroy();
            break;
          }
          last = at;
          hearErrors(socket);
          socket.on("error", lose).on("end", lose);
          return socket;
        } catch (error) {
          why = error;
          next(at);
        }
      }
      // The client would treat a failed connection as one in progress.
      lose();
      throw why;
    },
    leave: () => next(last),
    cut: () => {
      gone = true;
      for (const socket of all) socket.destroy();
    },
  };
};
