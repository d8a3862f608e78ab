// Password lookup for PostgreSQL: address, then PGPASSWORD, then the password file.
import { readFileSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import { type Address, placesOf } from "./address.ts";
import type { Login } from "./client.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** The five fields of a line in a password file (https://www.postgresql.org/docs/current/libpq-pgpass.html); `\` escapes `:` and `\`. null: invalid. */
export const fieldsOf = (line: string): readonly string[] | null => {
  if (line.startsWith("#")) return null;
  const fields = [""];
  for (const [sign = ""] of line.matchAll(/\\[\\:]|[^]/g)) {
    if (sign === ":" && fields.length < 5) fields.push("");
    else fields.push(`${fields.pop() ?? ""}${sign.length > 1 ? sign.slice(1) : sign}`);
  }
  return fields.length === 5 ? fields : null;
};

export type Target = {
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
};

/** The password of the first matching line; null: none. */
export const passwordIn = (text: string, { host, port, database, user }: Target): string | null => {
  for (const line of text.split(/\r?\n/)) {
    const fields = fieldsOf(line);
    if (fields === null) continue;
    if (
      [host, port, database, user].every((value, at) => fields[at] === "*" || fields[at] === value)
    )
      return fields[4] ?? null;
  }
  return null;
};

/** `none`: why there is no password, half a sentence. */
type Sought<Found> = Found | { readonly none: string };

const passwordFile = (env: Env): Sought<{ readonly path: string; readonly text: string }> => {
  const path = env["PGPASSFILE"] || join(env["HOME"] || homedir(), ".pgpass");
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return { none: `there is no ${path}` };
    if (!stat.isFile()) return { none: `${path} is no plain file` };
    // Like libpq, skips a file that others may read.
    if (process.platform !== "win32" && (stat.mode & 0o077) !== 0)
      return { none: `${path} is passed over, since others may read it (mode 0600 mends that)` };
    return { path, text: readFileSync(path, "utf8") };
  } catch (error) {
    return { none: `${path} can't be read: ${errorText(error)}` };
  }
};

const userOf = (): string => {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
};

/** For several servers, the password of the first one in the file. */
const passwordFor = (
  server: string,
  env: Env,
): Sought<{ readonly password: string; readonly from: string }> => {
  const file = passwordFile(env);
  if ("none" in file) return file;
  const [, login = "", database = ""] =
    /^[a-z]+:\/\/(?:([^/@]*)@)?[^/?]*(?:\/([^?]*))?/.exec(server) ?? [];
  const user = decodeURIComponent(login) || env["PGUSER"] || userOf();
  const places = placesOf(server, env["PGPORT"] || "5432");
  const named = decodeURIComponent(database) || env["PGDATABASE"] || user;
  for (const { host, port } of places) {
    const password = passwordIn(file.text, { host, port: String(port), database: named, user });
    if (password !== null) return { password, from: file.path };
  }
  return {
    none: `no line of ${file.path} fits ${places.map(({ host, port }) => `${host}:${port}:${named}:${user}`).join(" or ")}`,
  };
};

/** RFC 7468, section 5; a DER encoding longer than a few bytes begins with `MI`. */
const CERTIFICATE = /^-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----\s+MI[\w+/=\s]+-----END /mu;

const authorities = (path: string): string => {
  const broken = (why: string, error?: unknown): Fault =>
    new Fault(
      "LEDGER_ADDRESS",
      `the file of the address's sslrootcert ${why}`,
      "name the file of the authority that signed the server's certificate, as text (PEM)",
      error,
    );
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw broken(`can't be read: ${errorText(error)}`, error);
  }
  // TLS ignores invalid content, and would then trust no server.
  if (!CERTIFICATE.test(text)) throw broken(`holds no certificate: ${path}`);
  return text;
};

/** The login: the address's password, else PGPASSWORD, else the first match in PGPASSFILE or ~/.pgpass. Fault: LEDGER_ADDRESS. */
export const loginOf = (
  { server, password, sslmode, sslrootcert, prepare }: Address,
  env: Env,
): Login => {
  const given = password ?? (env["PGPASSWORD"] || null);
  const secret = given === null ? passwordFor(server, env) : { password: given };
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
    ...("none" in secret ? { unsaid: secret.none } : secret),
    ...(prepare ? {} : { prepare: false }),
  };
};
