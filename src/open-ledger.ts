// Choice of ledger backend by address; knowledge of the database's kind ends here.
import { homedir, hostname } from "node:os";
import { resolve, sep } from "node:path";
import { Fault } from "./core/refusal.ts";
import type { Ledger, Outage, ProjectNews } from "./ledger/ledger.ts";
import { checkHome, homeName, isNamed, makeHome } from "./workspace/home.ts";

export type LedgerOptions = {
  /** Environment to read passwords from; defaults to this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How long to retry an unreachable server, in ms; files are never unreachable. Defaults to the backend's own. */
  readonly patience?: number;
  /** The parent process reached this server, so its address is correct. */
  readonly known?: boolean;
  /** Called now and then while the server is unreachable; null: it answers again. */
  readonly outage?: (outage: Outage | null) => void;
  /** Called if a database lacks the project, and when it is created; never for files. */
  readonly project?: (news: ProjectNews) => void;
  /** Aborts waiting for an unresponsive server. */
  readonly quit?: AbortSignal;
};

export type Address = {
  /** The address for other processes, displays and logs, without a password. */
  readonly url: string;
  /** Environment variables that go with it: a password, if the address contained one. */
  readonly env: Readonly<Record<string, string>>;
  /** Processes on other machines may write to it: its clock counts, and machines need distinct names. */
  readonly shared: boolean;
  /** Opens it; a missing file is created by the first write. */
  open(options?: LedgerOptions): Promise<Ledger>;
};

const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);
/** Loaded on demand: ledgers in files need no server code. */
const addresses = () => import("./ledger/postgres/address.ts");

const sqliteAt = (path: string, home: string): Address => {
  const inside = path.startsWith(`${home}${sep}`);
  const made = (): void => (inside ? makeHome(home) : undefined);
  const opened = async (): Promise<Ledger> => {
    // Before there is a ledger, by which the folder would look like ours.
    if (inside) checkHome(home);
    const { openSqlite } = await import("./ledger/sqlite.ts");
    const ledger = await openSqlite({ path, made });
    // Runs after the ledger's own file system check, which may refuse the first write.
    made();
    return ledger;
  };
  const url = `sqlite:${path}`;
  const open = async (): Promise<Ledger> =>
    (await import("./ledger/when-written.ts")).openWhenWritten(path, opened);
  return { url, env: {}, shared: false, open };
};

const postgresAt = async (address: string): Promise<Address> => {
  const { shown, password } = (await addresses()).addressOf(address);
  const open: Address["open"] = async (options = {}) =>
    (await import("./ledger/postgres.ts")).openPostgres({ url: address, ...options });
  return { url: shown, env: password === null ? {} : { PGPASSWORD: password }, shared: true, open };
};

/** Whether both name one ledger and only the second has the password: child processes get an address without it and read the same configuration. */
const knowsPassword = async (named: string, config: string): Promise<boolean> => {
  if (!isPostgres(named) || !isPostgres(config)) return false;
  const { addressOf } = await addresses();
  return addressOf(named).password === null && addressOf(config).shown === addressOf(named).shown;
};

/** The ledger to use: from the option, the environment or the configuration. null: unset. */
export const namedLedger = async (
  said: string | undefined,
  env: string | undefined,
  config: string | null,
): Promise<string | null> => {
  const named = said ?? (env === "" ? undefined : env);
  if (named === undefined || config === null) return named ?? config;
  return (await knowsPassword(named, config)) ? config : named;
};

/** Resolves an address: `sqlite:PATH`, relative to `base`, or `postgres://…`. Faults: LEDGER_UNSUPPORTED, LEDGER_ADDRESS. */
export const findLedger = async (url: string, base: string, home: string): Promise<Address> => {
  if (isPostgres(url)) return postgresAt(url);
  if (url.startsWith("sqlite:")) {
    const path = url.slice("sqlite:".length).replace(/^~(?=\/)/, () => homedir());
    return sqliteAt(resolve(base, path), home);
  }
  throw new Fault(
    "LEDGER_UNSUPPORTED",
    `a ledger is kept in SQLite or PostgreSQL, not in ${/^\w+(?=:)/u.exec(url)?.[0] ?? "what was named"}`,
    "name it as sqlite:PATH or as postgres://USER@HOST:PORT/DATABASE?project=NAME",
  );
};

/**
 * This machine's name in leases. In a shared ledger machines may have equal names and several
 * checkouts with a spool each, so each checkout gets a name of its own.
 */
export const machineOf = ({ shared }: Address, home: string): string =>
  shared ? `${hostname()}/${homeName(home)}` : hostname();

/** The same test without naming an unnamed checkout: no lease can refer to it. */
export const isMachineOf = (found: Address, home: string, machine: string): boolean =>
  (!found.shared || isNamed(home)) && machineOf(found, home) === machine;
