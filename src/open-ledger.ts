// Why: an address names the database that keeps the ledger; nobody but the composition root needs to know of which kind it is.
import { homedir, hostname } from "node:os";
import { join, resolve, sep } from "node:path";
import { Fault } from "./core/refusal.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { isPostgres, withoutPassword } from "./ledger/postgres/address.ts";
import { homeName, makeHome } from "./workspace/home.ts";

/** What a ledger that others share tells of itself: since when it hasn't answered, and why; null: it answers again. */
export type Outage = { readonly since: number; readonly why: unknown };

export type LedgerOptions = {
  /** How long a server that is away is asked again, in ms; a file is never away. The backend's own if not said. */
  readonly patience?: number;
  readonly outage?: (outage: Outage | null) => void;
};

export type Found = {
  /** What other processes are told; it may hold a password. */
  readonly url: string;
  /** What may be shown and written down. */
  readonly shown: string;
  /** Others than this machine's processes write to it, too: its clock counts, and machines need names that differ. */
  readonly shared: boolean;
  /** Opens it; a file that isn't there is made by the first write. */
  open(options?: LedgerOptions): Promise<Ledger>;
};

const sqliteAt = (path: string, home: string): Found => {
  const opened = async (): Promise<Ledger> => {
    const ledger = await (await import("./ledger/sqlite.ts")).openSqlite({ path });
    // After the ledger has looked at the file system, which may refuse the first write.
    if (path.startsWith(`${home}${sep}`)) makeHome(home);
    return ledger;
  };
  const url = `sqlite:${path}`;
  const open = async (): Promise<Ledger> => (await import("./ledger/when-written.ts")).openWhenWritten(path, opened);
  return { url, shown: url, shared: false, open };
};

const postgresAt = (url: string): Found => ({
  url,
  shown: withoutPassword(url),
  shared: true,
  open: async (options = {}) => (await import("./ledger/postgres.ts")).openPostgres({ url, ...options }),
});

/** The ledger of an address: `sqlite:PATH`, from `base`, or `postgres://…`. Fault: LEDGER_UNSUPPORTED. */
export const findLedger = (url: string, base: string, home: string): Found => {
  if (isPostgres(url)) return postgresAt(url);
  if (url.startsWith("sqlite:")) {
    const path = url.slice("sqlite:".length).replace(/^~(?=\/)/, () => homedir());
    return sqliteAt(resolve(base, path), home);
  }
  throw new Fault(
    "LEDGER_UNSUPPORTED",
    `a ledger is kept in SQLite or PostgreSQL, not in ${withoutPassword(url).split(":")[0] ?? url}`,
    "name it as sqlite:PATH or as postgres://USER@HOST:PORT/DATABASE?project=NAME",
  );
};

/** The ledger of a repository where nothing else is said. */
export const usualLedger = (home: string): string => `sqlite:${join(home, "ledger.db")}`;

/**
 * This machine, as leases name it. Machines of a team may have one name, and one machine several checkouts with a spool each:
 * where they share a ledger, each checkout has a name of its own.
 */
export const machineOf = ({ shared }: Found, home: string): string => (shared ? `${hostname()}/${homeName(home)}` : hostname());
