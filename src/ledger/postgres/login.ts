// Why: a password belongs into a file or variable that PostgreSQL's users know already, so that no address has to hold one.
import { readFileSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import { type Address, placesOf } from "./address.ts";
import type { Login } from "./line.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** One line of a password file (https://www.postgresql.org/docs/current/libpq-pgpass.html): five fields, `\` before a `:` or `\` within one; null: it is none. */
export const fieldsOf = (line: string): readonly string[] | null => {
  if (line.startsWith("#")) return null;
  const fields = [""];
  for (const [sign = ""] of line.matchAll(/\\[\\:]|[^]/g)) {
    if (sign === ":" && fields.length < 5) fields.push("");
    else fields.push(`${fields.pop() ?? ""}${sign.length > 1 ? sign.slice(1) : sign}`);
  }
  return fields.length === 5 ? fields : null;
};

export type Wanted = { readonly host: string; readonly port: string; readonly database: string; readonly user: string };

/** The password of the first line that fits; null: none does. */
export const passwordIn = (text: string, { host, port, database, user }: Wanted): string | null => {
  for (const line of text.split(/\r?\n/)) {
    const fields = fieldsOf(line);
    if (fields === null) continue;
    if ([host, port, database, user].every((value, at) => fields[at] === "*" || fields[at] === value)) return fields[4] ?? null;
  }
  return null;
};

const passwordFile = (env: Env): string | null => {
  const path = env["PGPASSFILE"] || join(env["HOME"] || homedir(), ".pgpass");
  try {
    const stat = statSync(path);
    // As libpq: a file that others may read is passed over.
    if (!stat.isFile() || (process.platform !== "win32" && (stat.mode & 0o077) !== 0)) return null;
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
};

const userOf = (): string => {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
};

/** Of several servers the first that the file names. */
const passwordFor = (server: string, env: Env): string | null => {
  const text = passwordFile(env);
  if (text === null) return null;
  const [, login = "", database = ""] = /^[a-z]+:\/\/(?:([^/@]*)@)?[^/?]*(?:\/([^?]*))?/.exec(server) ?? [];
  const user = decodeURIComponent(login) || env["PGUSER"] || userOf();
  for (const { host, port } of placesOf(server, env["PGPORT"] || "5432")) {
    const wanted = { host, port: String(port), database: decodeURIComponent(database) || env["PGDATABASE"] || user, user };
    const found = passwordIn(text, wanted);
    if (found !== null) return found;
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
      "name the file of the authority that signed the server's certificate",
      error,
    );
  }
};

/** How to log in: the address's password, else PGPASSWORD, else the first that fits in PGPASSFILE or ~/.pgpass. Fault: LEDGER_ADDRESS. */
export const loginOf = ({ server, password, sslmode, sslrootcert, prepare }: Address, env: Env): Login => {
  const secret = password ?? (env["PGPASSWORD"] || passwordFor(server, env));
  const sslOf = (): Login["ssl"] => {
    const mode = sslmode ?? (env["PGSSLMODE"] || null);
    const root = sslrootcert ?? (env["PGSSLROOTCERT"] || null);
    if (mode === "verify-full" || mode === "verify-ca" || (mode === "require" && root !== null))
      return root === null || root === "system" ? {} : { ca: authorities(root) };
    if (mode === "require" || mode === "disable") return mode === "require" ? mode : false;
    return "prefer";
  };
  return {
    places: placesOf(server, env["PGPORT"] || "5432"),
    ssl: sslOf(),
    ...(secret === null || secret === undefined ? {} : { password: secret }),
    ...(prepare ? {} : { prepare: false }),
  };
};
