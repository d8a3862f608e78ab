// Ledger of several machines: one shared database, durable and in one order.
import { checkedWrites, type Writes } from "./checked-writes.ts";
import type { Ledger, ProjectNews } from "./ledger.ts";
import { addressOf } from "./postgres/address.ts";
import { openAppends } from "./postgres/appends.ts";
import { closed } from "./closed.ts";
import { openHints } from "./postgres/hints.ts";
import { openLeases } from "./postgres/leases.ts";
import { openLine } from "./postgres/line.ts";
import { type Env, loginOf } from "./postgres/login.ts";
import { openMeta } from "./postgres/meta.ts";
import type { LineOptions } from "./postgres/patience.ts";
import { projectTeller } from "./postgres/project.ts";
import { openRows } from "./postgres/rows.ts";
import { openSchema } from "./postgres/schema.ts";
import { openShelf } from "./postgres/shelf.ts";
import { openSnapshots } from "./postgres/snapshots.ts";

export type PostgresOptions = Partial<Omit<LineOptions, "server" | "login" | "shown">> & {
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
  const { outage = () => {}, poll = 1_000 } = options;
  const address = addressOf(options.url);
  const { server, schema: name, shown } = address;
  const login = loginOf(address, options.env ?? process.env);
  const line = openLine({ server, login, shown, patience, known, answer, outage, quit });
  const schema = openSchema(line, name, shown, projectTeller(line, name, options.project));
  const appends = openAppends(line, schema);
  const leases = openLeases(line, schema);
  const rows = openRows(line, schema);
  const shelf = openShelf(line, schema);
  const snapshots = openSnapshots(line, schema);
  const meta = openMeta(line, schema);
  const hints = openHints(line, schema, name, poll);
  let ending: Promise<void> | null = null;
  const pending = new Set<Promise<unknown>>();

  /** Finishes requests made before the end. */
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
  const writes: Writes = {
    append: (...asked) => open(() => appends.append(...asked)),
    lease: (ask) => open(() => leases.lease(ask)),
  };
  return Object.freeze<Ledger>({
    ...checkedWrites(writes, hints.tell),
    id: () => open(meta.id),
    read: (what) => open(() => rows.read(what)),
    runs: (filter = {}) => open(() => rows.cards(filter)),
    snapshot: (...asked) => open(() => snapshots.snapshot(...asked)),
    keep: (...asked) => open(() => snapshots.keep(...asked)),
    leases: (run) => open(() => leases.leases(run)),
    grace: () => open(leases.grace),
    now: () => open(meta.now),
    watch: (hint) => {
      if (ending !== null) throw closed();
      return hints.watch(hint);
    },
    shelf: {
      put: (bytes) => open(() => shelf.put(bytes)),
      get: (name) => open(() => shelf.get(name)),
    },
    undurable: () => open(meta.undurable),
    close: () => (ending ??= close()),
  });
};
