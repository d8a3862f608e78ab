// Login to a PostgreSQL server: user, TLS and password, as psql takes them from address, environment and password file.
import { readFileSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import type { Address } from "./address.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** `prefer`: encrypted if the server offers it. An object: options of node:tls. */
export type Tls = false | "prefer" | { readonly rejectUnauthorized?: false; readonly ca?: string };

export type Place = { readonly host: string; readonly port: number };

export type Login = {
  readonly user: string;
  readonly database: string;
  readonly places: readonly Place[];
  readonly tls: Tls;
  /** Looked up when a server asks for it. Fault: LEDGER_LOGIN. */
  readonly passwordFor: (place: Place) => string;
};

/** Five fields divided by `:`; a backslash stands before what belongs to one (https://www.postgresql.org/docs/current/libpq-pgpass.html). */
const LINE = /^((?:\\.|[^\\:])*):((?:\\.|[^\\:])*):((?:\\.|[^\\:])*):((?:\\.|[^\\:])*):(.*)$/u;

/** The password of the first line that fits; null: none. Like libpq, skips a file that others may read. */
const passwordIn = (path: string, wanted: readonly string[]): string | null => {
  const stat = statSync(path, { throwIfNoEntry: false });
  const isOpen = process.platform !== "win32" && ((stat?.mode ?? 0) & 0o077) !== 0;
  if (stat === undefined || !stat.isFile() || isOpen) return null;
  for (const line of readFileSync(path, "utf8").split(/\r?\n/u)) {
    const fields = (LINE.exec(line) ?? []).slice(1).map((field) => field.replace(/\\(.)/gu, "$1"));
    const fits = wanted.every((value, at) => fields[at] === "*" || fields[at] === value);
    if (fits && !line.startsWith("#")) return fields[4] ?? null;
  }
  return null;
};

const authorities = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Fault(
      "LEDGER_ADDRESS",
      `the file of the address's sslrootcert can't be read: ${errorText(error)}`,
      "name the file of the authority that signed the server's certificate, as text (PEM)",
      error,
    );
  }
};

const tlsOf = (mode: string | undefined, root: string | undefined): Tls => {
  if (mode === "disable") return false;
  if (mode?.startsWith("verify") === true || (mode === "require" && root !== undefined))
    return root === undefined || root === "system" ? {} : { ca: authorities(root) };
  return mode === "require" ? { rejectUnauthorized: false } : "prefer";
};

/** What the address leaves out comes from the variables of libpq. Fault: LEDGER_ADDRESS. */
export const loginOf = (address: Address, env: Env): Login => {
  const setting = (own: string | null, name: string): string | undefined =>
    (own ?? env[name]) || undefined;
  const user = setting(address.user, "PGUSER") ?? userInfo().username;
  const database = setting(address.database, "PGDATABASE") ?? user;
  const usual = Number(env["PGPORT"] || 5432);
  const file = env["PGPASSFILE"] || join(env["HOME"] || homedir(), ".pgpass");
  return {
    user,
    database,
    places: address.servers.map(({ host, port }) => ({ host, port: port ?? usual })),
    tls: tlsOf(
      setting(address.sslmode, "PGSSLMODE"),
      setting(address.sslrootcert, "PGSSLROOTCERT"),
    ),
    passwordFor: ({ host, port }) => {
      const wanted = [host, String(port), database, user];
      const password = setting(address.password, "PGPASSWORD") ?? passwordIn(file, wanted);
      if (password !== null) return password;
      throw new Fault(
        "LEDGER_LOGIN",
        `The ledger ${address.shown}: the server asks for a password, and none was found: there is no PGPASSWORD, and no line of ${file} fits ${wanted.join(":")}.`,
        "Write it into ~/.pgpass as a line HOST:PORT:DATABASE:USER:PASSWORD, which counts only if you alone may read the file (mode 0600); or give it in PGPASSWORD.",
      );
    },
  };
};
