// Ledger of several machines: one shared database, durable and in one order.
import { checkedWrites } from "./checked-writes.ts";
import { closed } from "./closed.ts";
import type { Ledger, ProjectNews } from "./ledger.ts";
import { addressOf } from "./postgres/address.ts";
import { openAppends } from "./postgres/appends.ts";
import { openHints } from "./postgres/hints.ts";
import { openLeases } from "./postgres/leases.ts";
import { type LineOptions, openLine } from "./postgres/line.ts";
import { type Env, loginOf } from "./postgres/login.ts";
import { openRows, openShelf, openSnapshots } from "./postgres/rows.ts";
import { openSchema } from "./postgres/schema.ts";

export type PostgresOptions = Partial<Omit<LineOptions, "login" | "shown">> & {
  /** `postgres://USER@HOST:PORT/DATABASE?project=NAME`. */
  readonly url: string;
  /** Environment to read passwords from; defaults to this process's own. */
  readonly env?: Env;
  /** Polling interval for other writes, in ms, while watched: server notifications may get lost. */
  readonly poll?: number;
  /** Called once each if the project is missing, and when it is created. */
  readonly project?: (news: ProjectNews) => void;
};

/** Throws Faults: LEDGER_ADDRESS; each verb: LEDGER_AWAY, LEDGER_LOGIN, LEDGER_RIGHTS, LEDGER_UNSUPPORTED, LEDGER_FORMAT, LEDGER_FOREIGN, LEDGER_UNTRUSTED, LEDGER_UNSURE, DISK_FULL. */
export const openPostgres = (options: PostgresOptions): Ledger => {
  const { patience = 10_000, known = false, answer = 15_000, quit } = options;
  const { outage = () => {}, poll = 1_000, env = process.env } = options;
  const address = addressOf(options.url);
  const { schema: name, shown } = address;
  const login = loginOf(address, env);
  const line = openLine({ login, shown, patience, known, answer, outage, quit });
  const schema = openSchema(line, name, shown, options.project);
  const rows = openRows(schema);
  const leases = openLeases(schema, line.grace);
  const snapshots = openSnapshots(schema);
  const shelf = openShelf(schema);
  const append = openAppends(schema);
  const hints = openHints(schema, line, name, poll);
  let ending: Promise<void> | null = null;
  const pending = new Set<Promise<unknown>>();

  /** Refuses what comes after the end, and lets that wait for what came before. */
  const open =
    <Asked extends readonly unknown[], T>(work: (...asked: Asked) => Promise<T>) =>
    (...asked: Asked): Promise<T> => {
      if (ending !== null) return Promise.reject(closed());
      const running = work(...asked);
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
  return Object.freeze<Ledger>({
    ...checkedWrites({ append: open(append), lease: open(leases.lease) }, hints.tell),
    id: open(rows.id),
    read: open(rows.read),
    newest: open(rows.newest),
    runs: open(rows.runs),
    snapshot: open(snapshots.snapshot),
    keep: open(snapshots.keep),
    leases: open(leases.leases),
    grace: open(leases.grace),
    now: open(rows.now),
    watch: (hint) => {
      if (ending !== null) throw closed();
      return hints.watch(hint);
    },
    shelf: { put: open(shelf.put), get: open(shelf.get) },
    undurable: open(rows.undurable),
    close: () => (ending ??= close()),
  });
};
