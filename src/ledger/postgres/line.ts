// Requests to a PostgreSQL server through the client's pool, repeated until they are answered.
import { setTimeout as sleep } from "node:timers/promises";
import { digest } from "../../core/hash.ts";
import { closed } from "../closed.ts";
import type { Columns } from "../columns.ts";
import type { Outage } from "../ledger.ts";
import * as fault from "./faults.ts";
import type { Login } from "./login.ts";
import { outageClock, type OutageClock } from "./outage.ts";
import { columnsOf, stored } from "./plain.ts";
import { openPools, type Pools } from "./pool.ts";

export type Param = string | number | boolean | Uint8Array;
type Params = readonly Param[];

export type LineOptions = {
  readonly login: Login;
  /** The address without its password. */
  readonly shown: string;
  /** How long to retry an unreachable server, in ms, before LEDGER_AWAY; at most `firstMs` if it never answered. */
  readonly patience: number;
  /** The parent process reached this server, so its address is correct. */
  readonly known: boolean;
  /** Timeout in ms for an answer, after which the connection counts as lost. */
  readonly answer: number;
  /** Called after one second without the server, then now and then, and when it is back (null). */
  readonly outage: (outage: Outage | null) => void;
  /** Aborts waiting for an unresponsive server. */
  readonly quit?: AbortSignal | undefined;
};

export type Line = {
  /** The rows that answer a statement. `params`, if a function, is told whether this is a repeated request whose answer was lost. `more`: extra time for the answer, in ms. */
  ask(
    text: string,
    params?: Params | ((again: boolean) => Params),
    more?: number,
  ): Promise<readonly Columns[]>;
  /** A single attempt without retries, for hints; null: no answer. */
  hint(text: string, params?: Params): Promise<readonly Columns[] | null>;
  readonly listen: Pools["listen"];
  /** For how many ms from now nothing counts as lapsed. */
  readonly grace: OutageClock["grace"];
  /** Stops waiting for an unreachable server. */
  hasten(): void;
  /** Refuses later requests. The caller has waited for pending ones (postgres.ts). */
  close(): Promise<void>;
};

/** Leases are renewed soon after an outage only if no attempt to connect hangs for long (outage.ts). */
const connectMs = 5_000;
/** In ms: silence this long is told while the request keeps waiting; a busy process then reads its input first. */
const quietMs = 3_000;
const readMs = 100;
/** How long a request still waits for its answer once the process wants to end. */
const lastMs = 2_000;
/** A wrong address looks like an unreachable server: endless retries require one that once answered. */
const firstMs = 10_000;
/** Extra time per character or byte of a request, in ms: a slow network isn't an unreachable server. */
const letterMs = 1 / 100;

const lettersOf = (params: Params): number =>
  params.reduce<number>(
    (sum, param) =>
      sum + (typeof param === "string" || param instanceof Uint8Array ? param.length : 0),
    0,
  );

/** In ms; randomized so that many clients don't reconnect at once after an outage. */
const pause = (round: number): number =>
  Math.min(1_000, 20 * 2 ** Math.min(round, 10)) * (0.5 + Math.random() / 2);

/** Names of prepared statements: equal for all processes, as a pooler may hand the connection of one to another. */
const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const name = names.get(text) ?? digest(text).slice(0, 32);
  names.set(text, name);
  return name;
};
type Once = (text: string, params: Params, more?: number) => Promise<readonly Columns[]>;

/** Single attempts, each with a deadline. `hurry`: cuts the waits for answers short. */
const openAttempts = (
  pools: Pools,
  outage: OutageClock,
  { answer, quit }: Pick<LineOptions, "answer" | "quit">,
): { readonly once: Once; readonly hurry: () => void } => {
  /** Each shortens the wait for one answer to so many ms from now. */
  const cuts = new Set<(ms: number) => void>();
  /** Until a prepared statement was missed. */
  let prepares = true;
  const silent = (): void => outage.silent(quietMs, `no word for ${quietMs / 1000} s`);

  const once: Once = async (text, params, more = 0) => {
    const late = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    const cut = (ms: number): void => {
      clearTimeout(timer);
      const why = `no answer within ${Math.round(ms / 1000)} s`;
      timer = setTimeout(() => late.reject(new fault.Unanswered(why)), ms);
    };
    const extra = more + lettersOf(params) * letterMs;
    let quiet: NodeJS.Timeout | undefined;
    // The wait for a connection is no silence: it ends with the answers to earlier requests.
    const begin = (): void => {
      quiet = setTimeout(() => (quiet = setTimeout(silent, readMs)), quietMs + extra);
      if (quit?.aborted !== true) cut(answer + extra);
    };
    if (quit?.aborted === true) cut(Math.min(lastMs, answer));
    cuts.add(cut);
    try {
      const values = params.map((param) => (typeof param === "string" ? stored(param) : param));
      const statement = values.length > 0 && prepares ? { name: nameOf(text), text } : { text };
      return (await pools.query({ ...statement, values }, late.promise, begin)).map(columnsOf);
    } catch (error) {
      if (fault.isUnprepared(error)) prepares = false;
      throw error;
    } finally {
      clearTimeout(timer);
      clearTimeout(quiet);
      cuts.delete(cut);
    }
  };
  return { once, hurry: () => cuts.forEach((cut) => cut(outage.isAway() ? 0 : lastMs)) };
};

/** A standby may be promoted at any time; a read-only role stays one. */
const onlyReads = async (once: Once): Promise<boolean> => {
  const question =
    "select current_setting('default_transaction_read_only') = 'on' and not pg_is_in_recovery() as reads";
  const [row] = await once(question, []).catch(() => []);
  return row?.["reads"] === true;
};

export const openLine = (options: LineOptions): Line => {
  const { login, shown, patience, known, answer, quit } = options;
  const outage = outageClock(options.outage);
  const pools = openPools(login, Math.max(1_000, Math.min(answer, patience, connectMs)));
  const { once, hurry } = openAttempts(pools, outage, options);
  const ending = new AbortController();
  const stop = AbortSignal.any([ending.signal, ...(quit === undefined ? [] : [quit])]);
  quit?.addEventListener("abort", hurry);
  let ended = false;

  const ask: Line["ask"] = async (text, params = [], more = 0) => {
    if (ended) throw closed();
    const began = performance.now();
    for (let round = 0; ; round += 1) {
      if (stop.aborted && outage.isAway()) throw fault.unsettled(shown);
      try {
        const values = typeof params === "function" ? params(round > 0) : params;
        const rows = await once(text, values, more);
        outage.heard();
        return rows;
      } catch (error) {
        if (!fault.isAway(error)) throw fault.faultOf(error, shown);
        if (fault.isReadOnly(error) && (await onlyReads(once))) throw fault.readOnly(shown, error);
        outage.missed(fault.reason(error), fault.isFull(error));
        const ms = performance.now() - began;
        const limit = known || outage.isKnown() ? patience : Math.min(patience, firstMs);
        if (!stop.aborted && ms > limit) throw fault.away(shown, ms, error);
        await sleep(pause(round), undefined, { signal: stop }).catch(() => {});
        if (stop.aborted) throw fault.unsettled(shown, error);
      }
    }
  };

  return {
    ask,
    hint: (text, params = []) => once(text, params).catch(() => null),
    listen: pools.listen,
    grace: outage.grace,
    hasten: () => {
      ending.abort();
      if (outage.isAway()) hurry();
    },
    close: async () => {
      ended = true;
      quit?.removeEventListener("abort", hurry);
      const over = pools.close();
      if (!outage.isAway()) await Promise.race([over, sleep(5_000, undefined, { ref: false })]);
    },
  };
};
