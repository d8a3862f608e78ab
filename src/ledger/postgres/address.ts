// Parser of PostgreSQL addresses: servers, database and project; a password is never part of what is shown.
import { Fault } from "../../core/refusal.ts";

export type Address = {
  readonly servers: readonly { readonly host: string; readonly port: number | null }[];
  readonly user: string | null;
  readonly database: string | null;
  readonly password: string | null;
  /** The schema of the project's tables. */
  readonly schema: string;
  /** The whole address without its password, for display and other processes. */
  readonly shown: string;
  readonly sslmode: string | null;
  /** A file with certificates of trusted authorities. */
  readonly sslrootcert: string | null;
};

/** Quotes nothing of the address but names of options: any other part may be a piece of a password. */
const invalid = (why: string): Fault =>
  new Fault(
    "LEDGER_ADDRESS",
    `The address of the ledger in PostgreSQL is invalid: ${why}.`,
    "Write it as postgres://USER@HOST:PORT/DATABASE?project=NAME, and what is special in a name or password as %40 for @, %3A for :, %2F for /, %23 for #, %3F for ?. A user's name with a : is given by PGUSER.",
  );

const SHAPE =
  /^(postgres(?:ql)?:\/\/)(?:([^/?#@:]*)(?::([^/?#@]*))?@)?([^/?#@]*)(?:\/([^/?#@]*))?(?:\?([^#@]*))?$/u;
const SERVER = /^(\[[\da-f:.]+\]|[^:[\]%\s]*)(?::(\d{1,5}))?$/iu;

const plain = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid("a % in it begins no character");
  }
};

const serverOf = (text: string): Address["servers"][number] => {
  const [match, host = "", digits] = SERVER.exec(text) ?? [];
  const port = digits === undefined ? null : Number(digits);
  const isPort = port === null || (port > 0 && port <= 65_535);
  if (match === undefined || !isPort || !URL.canParse(`http://${host || "localhost"}`))
    throw invalid("what stands in its host's place is no host, or no host with a port");
  return { host: host.replace(/^\[|\]$/gu, "") || "localhost", port };
};

/** What each option may be. */
const OPTIONS: Readonly<Record<string, readonly [RegExp, string]>> = {
  project: [/^[a-z][a-z0-9_]{0,39}$/u, 'at most 40 small letters, digits and "_", a letter first'],
  sslmode: [
    /^(disable|prefer|require|verify-ca|verify-full)$/u,
    "disable, prefer, require, verify-ca or verify-full",
  ],
  sslrootcert: [/./u, "the path of a file"],
};

const optionsOf = (query: string): ReadonlyMap<string, string> => {
  const options = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const [is, what] = OPTIONS[name] ?? [];
    if (is === undefined)
      throw invalid(
        `"${name}" behind its ? is unknown; options are ${Object.keys(OPTIONS).join(", ")}`,
      );
    if (options.has(name)) throw invalid(`its ${name} is given twice`);
    if (!is.test(value)) throw invalid(`its ${name} must be ${what}`);
    options.set(name, value);
  }
  return options;
};

/**
 * `?project=NAME` separates projects in one database by schemas `cairn_NAME`; the default is
 * `cairn`. Fault: LEDGER_ADDRESS.
 */
export const addressOf = (url: string): Address => {
  const [match, scheme = "", login = "", secret = "", hosts = "", base = "", query = ""] =
    SHAPE.exec(url) ?? [];
  if (match === undefined) throw invalid("it can't be read as a URL");
  const [user, database, password] = [plain(login), plain(base), plain(secret)];
  if (user.includes(":"))
    throw invalid("its user's name has a :, so it can't be told from a password");
  const servers = hosts.split(",").map(serverOf);
  const options = optionsOf(query);
  const project = options.get("project");
  const at = `${login && `${login}@`}${hosts || "localhost"}${base && `/${base}`}`;
  return {
    servers,
    user: user || null,
    database: database || null,
    password: password || null,
    schema: project === undefined ? "cairn" : `cairn_${project}`,
    shown: `${scheme}${at}${query && `?${query}`}`,
    sslmode: options.get("sslmode") ?? null,
    sslrootcert: options.get("sslrootcert") ?? null,
  };
};
