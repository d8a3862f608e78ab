// Why: a team's agents run on several machines: one database that all of them reach, durable and in one order, by the same port as the file of one machine.
import type { Card, Digest, Draft } from "../core/row.ts";
import { checkAppend } from "./append.ts";
import { number, text } from "./columns.ts";
import { checkAsk } from "./grant.ts";
import type {
  Ledger,
  LeaseAsk,
  Outage,
  ProjectNews,
  RowFilter,
  RunFilter,
  Terms,
} from "./ledger.ts";
import { addressOf } from "./postgres/address.ts";
import { openAppends } from "./postgres/appends.ts";
import { closed } from "./closed.ts";
import { openHints } from "./postgres/hints.ts";
import { openLeases } from "./postgres/leases.ts";
import { openLine } from "./postgres/line.ts";
import { type Env, loginOf } from "./postgres/login.ts";
import { columnsOf, stored } from "./postgres/plain.ts";
import { projectTeller } from "./postgres/project.ts";
import { openRows } from "./postgres/rows.ts";
import { openSchema } from "./postgres/schema.ts";
import { openShelf } from "./postgres/shelf.ts";

export type PostgresOptions = {
  /** `postgres://USER@HOST:PORT/DATABASE?project=NAME`. */
  readonly url: string;
  /** Where passwords are looked for; this process's own if not said. */
  readonly env?: Env;
  /** How long a server that is away is asked again, in ms, before LEDGER_AWAY; one that never answered yet: 10 s at most. */
  readonly patience?: number;
  /** The server has answered whoever started this process: one that is away is no wrong address. */
  readonly known?: boolean;
  /** How long one answer may take, in ms, before the connection counts as cut. */
  readonly answer?: number;
  /** How often writes of others are looked for, in ms, while somebody watches: notes of the server may get lost. */
  readonly poll?: number;
  /** Told when the server has been away for a second, now and then while it lasts, and when it is back (null). */
  readonly outage?: (outage: Outage | null) => void;
  /** Told, each once, that nothing of that project is there, and that it was made. */
  readonly project?: (news: ProjectNews) => void;
  /** Aborted: nobody waits any more for a server that doesn't answer. */
  readonly quit?: AbortSignal;
};

/** Throws Faults: LEDGER_ADDRESS; each verb: LEDGER_AWAY, LEDGER_LOGIN, LEDGER_RIGHTS, LEDGER_UNSUPPORTED, LEDGER_NEWER, LEDGER_FOREIGN, LEDGER_UNTRUSTED, LEDGER_UNSURE, DISK_FULL. */
export const openPostgres = (options: PostgresOptions): Ledger => {
  const { patience = 10_000, answer = 15_000, poll = 1_000, outage = () => {} } = options;
  const address = addressOf(options.url);
  const { server, schema: name, shown } = address;
  const login = loginOf(address, options.env ?? process.env);
  const line = openLine({
    server,
    login,
    shown,
    patience,
    known: options.known === true,
    answer,
    outage,
    quit: options.quit,
  });
  const schema = openSchema(line, name, shown, projectTeller(line, name, options.project));
  const appends = openAppends(line, schema);
  const leases = openLeases(line, schema);
  const rows = openRows(line, schema);
  const shelf = openShelf(line, schema);
  const hints = openHints(line, schema, name, poll);
  const id = schema.text("select value from $SCHEMA.meta where key = 'id'");
  const found = schema.text(
    "select version, text from $SCHEMA.snapshots where run = $1 and key = $2",
  );
  const keep = schema.text("select $SCHEMA.keep($1, $2, $3, $4)");
  const plainClock = `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`;
  let ending: Promise<void> | null = null;
  const pending = new Set<Promise<unknown>>();

  /** What was asked before the end is done. */
  const open = <T>(work: () => Promise<T>): Promise<T> => {
    if (ending !== null) return Promise.reject(closed());
    const running = work();
    pending.add(running);
    void running.catch(() => {}).finally(() => pending.delete(running));
    return running;
  };
  const close = async (): Promise<void> => {
    hints.end();
    line.hasten();
    await Promise.allSettled(pending);
    await line.close();
  };
  return Object.freeze({
    id: () =>
      open(async () => {
        if (!(await schema.there())) return null;
        const [row] = await line.ask(() => ({ text: id, params: [] }));
        return row === undefined ? null : text(columnsOf(row), "value");
      }),
    append: async (
      run: string,
      expected: number,
      drafts: readonly Draft[],
      card: Card,
      terms: Terms = {},
    ) => {
      checkAppend(run, expected, drafts, card);
      const answered = await open(() => appends.append(run, expected, drafts, card, terms));
      if (answered.is === "appended") hints.tell();
      return answered;
    },
    read: (what: RowFilter) => open(() => rows.read(what)),
    runs: (filter: RunFilter = {}) => open(() => rows.cards(filter)),
    snapshot: (run: string, key: string) =>
      open(async () => {
        if (!(await schema.there())) return null;
        const [row] = await line.ask(() => ({ text: found, params: [stored(run), stored(key)] }));
        if (row === undefined) return null;
        const columns = columnsOf(row);
        return { version: number(columns, "version"), text: text(columns, "text") };
      }),
    keep: (run: string, key: string, version: number, kept: string) =>
      open(async () => {
        if (await schema.there())
          await line.hint(keep, [stored(run), stored(key), version, stored(kept)]);
      }),
    lease: async (ask: LeaseAsk) => {
      checkAsk(ask);
      const answered = await open(() => leases.lease(ask));
      if (answered.is === "granted" || answered.is === "ended") hints.tell();
      return answered;
    },
    leases: (run?: string) => open(() => leases.leases(run)),
    grace: () => open(() => leases.grace()),
    now: () =>
      open(async () => {
        const now = await schema.clock();
        if (now !== null) return now;
        const [row] = await line.ask(() => ({ text: plainClock, params: [] }));
        return text(columnsOf(row), "now");
      }),
    watch: (hint: () => void) => {
      if (ending !== null) throw closed();
      return hints.watch(hint);
    },
    shelf: {
      put: (bytes: Uint8Array) => open(() => shelf.put(bytes)),
      get: (name: Digest) => open(() => shelf.get(name)),
    },
    undurable: () =>
      open(async () => {
        const found = await line.ask(() => ({
          text: "select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name",
          params: [],
        }));
        return found.map((row) => text(columnsOf(row), "name"));
      }),
    close: () => (ending ??= close()),
  });
};
