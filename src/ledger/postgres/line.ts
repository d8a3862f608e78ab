// Why: a server may be away for a moment or for the night, and a cable may be cut without a word; every question is asked again until it is answered or patience ends.
import postgres from "postgres";
import { away, closed, faultOf, isAway, Unanswered } from "./faults.ts";

export type Outage = { readonly since: number; readonly why: unknown };

export type LineOptions = {
  readonly server: string;
  readonly shown: string;
  /** How long, in ms, a server that is away is asked again, before LEDGER_AWAY. */
  readonly patience: number;
  /** How long, in ms, an answer may take before the connection counts as cut. */
  readonly answer: number;
  /** Told when an outage has lasted for a second, and when it is over (null). */
  readonly outage: (outage: Outage | null) => void;
};

export type Param = string | number | null | Uint8Array;
export type Result = readonly unknown[];

export type Line = {
  /** `again`: the question was asked before, and its answer was lost. */
  ask(question: (again: boolean) => { readonly text: string; readonly params: readonly Param[] }): Promise<Result>;
  /** Once and without patience, for what is no more than a hint; null: it wasn't answered. */
  hint(text: string, params: readonly Param[]): Promise<Result | null>;
  /** Several statements in one transaction of one connection. */
  together(work: (ask: (text: string) => Promise<Result>) => Promise<void>): Promise<void>;
  /** Calls back for each note on the channel, and when it was listened to anew; lasts until the next outage. */
  listen(channel: string, heard: () => void): Promise<void>;
  /** Resolves when everything that was asked is answered; refuses what comes later. */
  close(): Promise<void>;
};

/** In ms; a crowd that comes back after an outage must not come at once. */
const pause = (round: number): number => Math.min(1_000, 20 * 2 ** round) * (0.5 + Math.random() / 2);
/** In ms: an outage shorter than this is told to nobody. */
const WORTH_TELLING = 1_000;

export const openLine = ({ server, shown, patience, answer, outage }: LineOptions): Line => {
  const connect = (): postgres.Sql =>
    postgres(server, {
      max: 4,
      connect_timeout: Math.max(1, Math.ceil(Math.min(answer, patience) / 1000)),
      fetch_types: false,
      max_lifetime: null,
      keep_alive: 15,
      onnotice: () => {},
      types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
      connection: { application_name: "cairn" },
    });
  let sql = connect();
  let ended = false;
  const asking = new Set<Promise<unknown>>();
  let since: number | null = null;
  let told = false;

  /** Connections on which nothing was heard are cut: what is asked next goes over new ones. */
  const renew = (old: postgres.Sql): void => {
    if (old !== sql) return;
    sql = connect();
    void old.end({ timeout: 0 }).catch(() => {});
  };

  const within = async <T>(work: (over: postgres.Sql) => Promise<T>): Promise<T> => {
    const over = sql;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Unanswered(`no answer within ${Math.round(answer / 1000)} s`)), answer);
    });
    try {
      return await Promise.race([work(over), late]);
    } catch (error) {
      if (error instanceof Unanswered) renew(over);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  const back = (): void => {
    if (told) outage(null);
    since = null;
    told = false;
  };

  const patiently = async <T>(work: (over: postgres.Sql, again: boolean) => Promise<T>): Promise<T> => {
    const began = performance.now();
    for (let round = 0; ; round += 1) {
      try {
        const result = await within((over) => work(over, round > 0));
        back();
        return result;
      } catch (error) {
        if (!isAway(error)) throw faultOf(error, shown);
        const now = performance.now();
        since ??= now;
        if (!told && now - since >= WORTH_TELLING && patience > WORTH_TELLING) {
          told = true;
          outage({ since: Date.now() - (now - since), why: error });
        }
        if (now - began > patience) throw away(shown, now - began, error);
        await new Promise((resolve) => setTimeout(resolve, pause(round)));
      }
    }
  };

  const tracked = <T>(work: () => Promise<T>): Promise<T> => {
    if (ended) throw closed();
    const running = work();
    asking.add(running);
    void running.catch(() => {}).finally(() => asking.delete(running));
    return running;
  };

  return {
    ask: async (question) =>
      tracked(() =>
        patiently(async (over, again) => {
          const { text, params } = question(again);
          return over.unsafe(text, [...params], { prepare: true });
        }),
      ),
    hint: async (text, params) => {
      try {
        return await within((over) => over.unsafe(text, [...params], { prepare: true }));
      } catch {
        return null;
      }
    },
    together: async (work) =>
      tracked(() => patiently(async (over) => void (await over.begin(async (own) => work(async (text) => own.unsafe(text)))))),
    listen: async (channel, heard) => {
      await within((over) => over.listen(channel, heard, heard));
    },
    close: async () => {
      ended = true;
      await Promise.allSettled(asking);
      await sql.end({ timeout: 5 }).catch(() => {});
    },
  };
};
