// Why: a server may be away for a moment or for the night, and a cable may be cut without a word; every question is asked again until it is answered or patience ends.
import postgres from "postgres";
import type { Outage } from "../ledger.ts";
import { answered, type Cuts } from "./answered.ts";
import { type Contact, createContact, quietMs } from "./contact.ts";
import { createSockets, type Place, type Tls } from "./sockets.ts";
import { closed } from "../closed.ts";
import { askPrepared, type Param, type Result } from "./prepared.ts";
import {
  away,
  faultOf,
  isAway,
  isFull,
  isReadOnly,
  readOnly,
  said,
  Unanswered,
  unsettled,
} from "./faults.ts";

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

export type LineOptions = {
  readonly server: string;
  readonly login: Login;
  readonly shown: string;
  /** How long, in ms, a server that is away is asked again, before LEDGER_AWAY. One that never answered is given `firstMs` at most. */
  readonly patience: number;
  /** It has answered before, though not here. */
  readonly known: boolean;
  /** How long, in ms, an answer may take before the connection counts as cut. */
  readonly answer: number;
  readonly outage: (outage: Outage | null) => void;
  /** Aborted: nobody waits any more for a server that doesn't answer. */
  readonly quit?: AbortSignal | undefined;
};

export type Line = {
  /** `again`: the question was asked before, and its answer was lost. `more`: how much longer, in ms, its answer may take, where much is carried. */
  ask(
    question: (again: boolean) => { readonly text: string; readonly params: readonly Param[] },
    more?: number,
  ): Promise<Result>;
  /** Once and without patience, for what is no more than a hint; null: it wasn't answered. */
  hint(text: string, params: readonly Param[]): Promise<Result | null>;
  /** Several statements in one transaction of one connection. */
  together(work: (ask: (text: string) => Promise<Result>) => Promise<void>): Promise<void>;
  /** Calls back for each note on the channel, until a connection is lost; asked again, it listens anew, and calls back once. Never rejects. */
  listen(channel: string, heard: () => void): Promise<void>;
  /** For how many ms from now on nothing may count as lapsed. */
  readonly grace: Contact["grace"];
  /** From now on a server that is away is waited for no longer. */
  hasten(): void;
  /** Refuses what comes later. Whoever closes it has waited for what was asked (postgres.ts). */
  close(): Promise<void>;
};

/** `cut`: ends its connections, whether the server says something or not. */
type Client = { readonly sql: postgres.Sql; readonly cut: () => void; readonly leave: () => void };

/** Which of several servers is asked is decided by sockets.ts: the client would wait for the others by itself. */
const oneOf = (server: string): string => server.replace(/^([a-z]+:\/\/[^/?,]*),[^/?]*/, "$1");

/** In ms; a crowd that comes back after an outage must not come at once. */
const pause = (round: number): number =>
  Math.min(1_000, 20 * 2 ** Math.min(round, 10)) * (0.5 + Math.random() / 2);
/** A wrong address looks like a server that is away: whoever is patient for ever waits for one that was there. */
const firstMs = 10_000;
/** Connections of a client; one more listens. */
const most = 4;
/** Leases are renewed soon after an outage only if no attempt to come back hangs for long (contact.ts). */
const connectMs = 5_000;
/** How long whoever wants to end still waits for an answer. */
const lastMs = 2_000;
/** How much longer an answer may take for each letter of what is asked: a server that has much to do isn't away. */
const letterMs = 1 / 100;
const lettersMs = (params: readonly Param[]): number =>
  params.reduce<number>(
    (sum, param) => sum + (typeof param === "string" ? param.length * letterMs : 0),
    0,
  );

export const openLine = ({
  server,
  login,
  shown,
  patience,
  known,
  answer,
  outage,
  quit,
}: LineOptions): Line => {
  const { places, ssl, unsaid, from, ...rights } = login;
  let turns = 0;
  const next = (failed: number): void => void (turns === failed && (turns += 1));
  /** Which of several is first is asked of each; the client's own "read-write" takes a standby for one that can be written to. */
  const first =
    places.length > 1 || server.includes("target_session_attrs=")
      ? ({ target_session_attrs: "primary" } as const)
      : {};
  const connect = (max: number): Client => {
    const ms = Math.max(1_000, Math.min(answer, patience, connectMs));
    const sockets = createSockets({
      places,
      ssl,
      ms,
      turn: () => turns,
      next,
      lost: () => renew(made),
    });
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
  let client = connect(most);
  let listens: Client | null = null;
  const contact = createContact(patience > 1_000 ? outage : () => {});
  const ending = new AbortController();
  let ended = false;
  const cuts: Cuts = new Set();
  const hurry = (): void => cuts.forEach((cut) => cut(contact.away() ? 0 : lastMs));
  quit?.addEventListener("abort", hurry);
  const over = (): boolean => ending.signal.aborted || quit?.aborted === true;

  const giveUp = ({ sql, cut }: Client): void =>
    void sql
      .end({ timeout: 0 })
      .catch(() => {})
      .finally(cut);
  /** A client that lost a connection, or heard nothing on one, is given up whole: what is asked next goes over a new one. */
  const renew = (old: Client): void => {
    if (old !== client) return;
    old.leave();
    client = connect(most);
    giveUp(old);
  };

  const silent = (): void => contact.silent(quietMs, `no word for ${quietMs / 1000} s`);
  const within = async <T>(work: (by: postgres.Sql) => Promise<T>, more = 0): Promise<T> => {
    const by = client;
    const ms = quit?.aborted === true ? Math.min(lastMs, answer) : answer + more;
    try {
      return await answered(() => work(by.sql), { ms, quietMs: quietMs + more, silent, cuts });
    } catch (error) {
      // A standby stays one on this connection, though another of the address's servers, or of its name's, may be first by now.
      if (error instanceof Unanswered || isReadOnly(error)) renew(by);
      throw error;
    }
  };

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const stop = AbortSignal.any([ending.signal, ...(quit === undefined ? [] : [quit])]);
      const done = (): void => {
        clearTimeout(timer);
        stop.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      stop.addEventListener("abort", done);
      if (stop.aborted) done();
    });

  /** A standby may be promoted, and may have been since; a role whose transactions only read stays as it is. */
  const onlyReads = async (): Promise<boolean> => {
    const asked =
      "select current_setting('default_transaction_read_only') = 'on' and not pg_is_in_recovery() as reads";
    const [found] = await within((by) => by.unsafe(asked)).catch(() => []);
    return found?.["reads"] === true;
  };

  const patiently = async <T>(
    work: (by: postgres.Sql, again: boolean) => Promise<T>,
    more = 0,
  ): Promise<T> => {
    const began = performance.now();
    for (let round = 0; ; round += 1) {
      if (over() && contact.away()) throw unsettled(shown, new Unanswered("it was away before"));
      try {
        const result = await within((by) => work(by, round > 0), more);
        contact.heard();
        return result;
      } catch (error) {
        if (!isAway(error)) throw faultOf(error, shown, { unsaid, from });
        if (isReadOnly(error) && (await onlyReads())) throw readOnly(shown, error);
        contact.missed(said(error), isFull(error));
        if (over()) throw unsettled(shown, error);
        const ms = performance.now() - began;
        if (ms > (known || contact.known() ? patience : Math.min(patience, firstMs)))
          throw away(shown, ms, error);
        await rest(pause(round));
        if (over()) throw unsettled(shown, error);
      }
    }
  };

  const open = (): void => {
    if (ended) throw closed();
  };

  return {
    ask: async (question, more = 0) => {
      open();
      const first = question(false);
      return patiently(
        async (by, again) => {
          const { text, params } = again ? question(true) : first;
          return askPrepared(by, text, params);
        },
        more + lettersMs(first.params),
      );
    },
    hint: async (text, params) => {
      try {
        return await within((by) => askPrepared(by, text, params));
      } catch {
        return null;
      }
    },
    // The client's own transactions say `rollback` on a connection that is lost, which ends the process. What fails is given up with its connection.
    together: async (work) => {
      open();
      let own: Client | null = null;
      const leave = (): void => void (own !== null && giveUp(own));
      const whole = async (): Promise<void> => {
        leave();
        own = connect(1);
        const { sql } = own;
        await sql.unsafe("begin");
        await work(async (text) => sql.unsafe(text));
        await sql.unsafe("commit");
      };
      await patiently(whole).finally(leave);
    },
    listen: async (channel, heard) => {
      const by = client;
      if (listens === by) return;
      listens = by;
      try {
        await within((sql) => sql.listen(channel, heard, heard));
      } catch {
        if (listens === by) listens = null;
      }
    },
    grace: contact.grace,
    hasten: () => {
      ending.abort();
      if (contact.away()) hurry();
    },
    close: async () => {
      ended = true;
      quit?.removeEventListener("abort", hurry);
      await client.sql.end({ timeout: contact.away() ? 0 : 5 }).catch(() => {});
      client.cut();
    },
  };
};
