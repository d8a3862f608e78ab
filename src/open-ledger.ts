// Choice of ledger backend by address; knowledge of the database's kind ends here.
import { existsSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join, resolve, sep } from "node:path";
import { Fault } from "./core/refusal.ts";
import type { Ledger, Outage, ProjectNews } from "./ledger/ledger.ts";
import { homeName, isNamed, makeHome, movedFault } from "./workspace/home.ts";

export type LedgerOptions = {
  /** Where passwords are looked for; this process's own if not said. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How long a server that is away is asked again, in ms; a file is never away. The backend's own if not said. */
  readonly patience?: number;
  /** Its server has answered whoever started this process: it is no wrong address. */
  readonly known?: boolean;
  /** Told that it is away, now and then while that lasts; null: it answers again. */
  readonly outage?: (outage: Outage | null) => void;
  /** Told where a database has no such project, and where it was made; a file has none. */
  readonly project?: (news: ProjectNews) => void;
  /** Aborted: a server that doesn't answer is waited for no longer. */
  readonly quit?: AbortSignal;
};

export type Found = {
  /** What other processes are told, and what may be shown and written down: no password stands in it. */
  readonly url: string;
  /** What they need beside it in their environment: a password, where the address held one. */
  readonly env: Readonly<Record<string, string>>;
  /** Others than this machine's processes write to it, too: its clock counts, and machines need names that differ. */
  readonly shared: boolean;
  /** Opens it; a file that isn't there is made by the first write. */
  open(options?: LedgerOptions): Promise<Ledger>;
};

/** Cairn's own folder, and where that belongs. */
export type Home = { readonly home: string; readonly belongs: string };

const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);
/** Who keeps the ledger in a file reads nothing of servers. */
const addresses = () => import("./ledger/postgres/address.ts");

const sqliteAt = (path: string, { home, belongs }: Home): Found => {
  const inside = path.startsWith(`${home}${sep}`);
  /** While it was found elsewhere another process may move it: a ledger that was there must not pass for none, and no second one may be made. */
  const there = (cause?: unknown): void => {
    if (inside && home !== belongs && !existsSync(path) && existsSync(belongs))
      throw movedFault(home, belongs, cause);
  };
  const made = (): void => {
    if (inside) makeHome(home);
  };
  const opened = async (): Promise<Ledger> => {
    const { openSqlite } = await import("./ledger/sqlite.ts");
    const ledger = await openSqlite({
      path,
      made,
      ...(inside && home !== belongs ? { makesFolder: false } : {}),
    }).catch((error: unknown) => {
      there(error);
      throw error;
    });
    // After the ledger has looked at the file system, which may refuse the first write.
    made();
    return ledger;
  };
  const url = `sqlite:${path}`;
  const open = async (): Promise<Ledger> => {
    there();
    return (await import("./ledger/when-written.ts")).openWhenWritten(path, opened);
  };
  return { url, env: {}, shared: false, open };
};

const postgresAt = async (address: string): Promise<Found> => {
  const { shown, password } = (await addresses()).addressOf(address);
  const open: Found["open"] = async (options = {}) =>
    (await import("./ledger/postgres.ts")).openPostgres({ url: address, ...options });
  return { url: shown, env: password === null ? {} : { PGPASSWORD: password }, shared: true, open };
};

/** Both name one ledger, and the second has the password that the first lacks: children are told an address without it, and read the same configuration. */
const knowsPassword = async (named: string, config: string): Promise<boolean> => {
  if (!isPostgres(named) || !isPostgres(config)) return false;
  const { addressOf } = await addresses();
  return addressOf(named).password === null && addressOf(config).shown === addressOf(named).shown;
};

/** The ledger that is meant: said, in the environment, in the configuration. null: nowhere. */
export const namedLedger = async (
  said: string | undefined,
  env: string | undefined,
  config: string | null,
): Promise<string | null> => {
  const named = said ?? (env === "" ? undefined : env);
  if (named === undefined || config === null) return named ?? config;
  return (await knowsPassword(named, config)) ? config : named;
};

/** The ledger of an address: `sqlite:PATH`, from `base`, or `postgres://…`. Faults: LEDGER_UNSUPPORTED, LEDGER_ADDRESS. */
export const findLedger = async (url: string, base: string, home: Home): Promise<Found> => {
  if (isPostgres(url)) return postgresAt(url);
  if (url.startsWith("sqlite:")) {
    const path = url.slice("sqlite:".length).replace(/^~(?=\/)/, () => homedir());
    return sqliteAt(resolve(base, path), home);
  }
  throw new Fault(
    "LEDGER_UNSUPPORTED",
    `a ledger is kept in SQLite or PostgreSQL, not in ${(await addresses()).withoutPassword(url).split(":")[0] ?? url}`,
    "name it as sqlite:PATH or as postgres://USER@HOST:PORT/DATABASE?project=NAME",
  );
};

/** The ledger of a repository where nothing else is said. */
export const usualLedger = (home: string): string => `sqlite:${join(home, "ledger.db")}`;

/**
 * This machine, as leases name it. Machines of a team may have one name, and one machine several checkouts with a spool each:
 * where they share a ledger, each checkout has a name of its own.
 */
export const machineOf = ({ shared }: Found, home: string): string =>
  shared ? `${hostname()}/${homeName(home)}` : hostname();

/** The same, without giving a checkout a name that has none yet: no lease can mean it. */
export const isMachineOf = (found: Found, home: string, machine: string): boolean =>
  (!found.shared || isNamed(home)) && machineOf(found, home) === machine;
