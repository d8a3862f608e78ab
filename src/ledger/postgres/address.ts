// Parser of PostgreSQL addresses: server, database and project, with the password removed for display.
import { Fault } from "../../core/refusal.ts";

export type Address = {
  /** The address for the client, without its password and our own parameters. */
  readonly server: string;
  /** The schema of the project's tables. */
  readonly schema: string;
  /** The whole address without its password, for display and other processes. */
  readonly shown: string;
  /** null: none in the address. */
  readonly password: string | null;
  readonly sslmode: string | null;
  /** A file with certificates of trusted authorities. */
  readonly sslrootcert: string | null;
  /** Whether statements may be prepared once for many transactions. */
  readonly prepare: boolean;
};

const invalid = (shown: string, why: string): Fault =>
  new Fault(
    "LEDGER_ADDRESS",
    `${shown} is no address of a ledger in PostgreSQL: ${why}.`,
    "Write it as postgres://USER@HOST:PORT/DATABASE?project=NAME, and what is special in a name or password as %40 for @, %2F for /, %23 for #, %3F for ?. The : between user and password stays as it is; a user's name that has one itself is given by PGUSER.",
  );

/** Text that follows a `:` before the last `@` may be a password; so may an invalid port. */
const hidden = (url: string): string => {
  const [, scheme = "", rest = ""] = /^([a-z]+:\/\/)?([^]*)$/i.exec(url) ?? [];
  const last = rest.lastIndexOf("@");
  if (last !== -1)
    return `${scheme}${rest.slice(0, last).replace(/(?::|%3a)[^]*$/i, "")}${rest.slice(last)}`;
  return `${scheme}${rest.replace(/^((?:(?:\[[^\]]*\]|[^/?#:,[]*)(?::\d{0,5})?,)*(?:\[[^\]]*\]|[^/?#:,[]*))(?::|%3a)(?!\d{0,5}(?:[/?#,]|$))[^]*$/i, "$1:…")}`;
};

/** Compares decoded names. */
const isSecret = (name: string): boolean =>
  /pass|pwd|secret|token/i.test(new URLSearchParams(`${name}=`).keys().next().value ?? name);

/** The address without its password, even if the address is malformed. */
export const withoutPassword = (url: string): string =>
  hidden(url).replace(/([?&])([^=&#]*)=[^&#]*/g, (found, sign: string, name: string) =>
    isSecret(name) ? `${sign}${name}=…` : found,
  );

/** Parameters allowed after `?`. The client handles target_session_attrs itself. */
const asks = ["project", "sslmode", "sslrootcert", "prepare", "target_session_attrs", "password"];
const sslmodes = ["disable", "prefer", "require", "verify-ca", "verify-full"];

const given = (asked: URLSearchParams, name: string): string | null => {
  const value = asked.get(name);
  return value === "" ? null : value;
};

/** The part before the `?`: user, host, database. */
const placeOf = (
  before: string,
  shown: string,
): { readonly place: string; readonly password: string | null } => {
  const found = /^(postgres(?:ql)?:\/\/)(?:([^/@]*)@)?([^/@]*)(?:\/([^/]*))?$/.exec(before);
  if (found === null || before.includes("#")) throw invalid(shown, "it can't be read as a URL");
  const [, scheme = "", login = "", hosts = "", database = ""] = found;
  const colon = login.indexOf(":");
  const user = colon === -1 ? login : login.slice(0, colon);
  const secret = colon === -1 ? "" : login.slice(colon + 1);
  const plain = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      throw invalid(shown, "a % in it begins no character");
    }
  };
  for (const part of [user, hosts, database]) plain(part);
  if (plain(user).includes(":"))
    throw invalid(
      shown,
      "what stands before its @ has a : written as %3A, so the user's name can't be told from a password",
    );
  for (const host of hosts.split(",")) {
    const port = /^(?:\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(host);
    if (
      port === null ||
      Number(port[1] ?? 1) > 65_535 ||
      Number(port[1] ?? 1) === 0 ||
      !URL.canParse(`http://${host === "" ? "localhost" : host}`)
    )
      // If a password has an unescaped special character, a part of it takes the host's place.
      throw invalid(
        shown,
        `${shown.includes(host) ? `"${host}"` : "what stands in its host's place"} is no host, or no host with a port`,
      );
  }
  const place = `${scheme}${user === "" ? "" : `${user}@`}${hosts === "" ? "localhost" : hosts}${database === "" ? "" : `/${database}`}`;
  return { place, password: secret === "" ? null : plain(secret) };
};

/** The servers of an address; `usual` is the default port. */
export const placesOf = (
  server: string,
  usual: string,
): readonly { readonly host: string; readonly port: number }[] => {
  const hosts = /^[a-z]+:\/\/(?:[^/@]*@)?([^/?]*)/.exec(server)?.[1] ?? "";
  return hosts.split(",").map((one) => {
    const [, host = "", port = usual] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(one) ?? [];
    return { host: host.replace(/^\[|\]$/g, "") || "localhost", port: Number(port) };
  });
};

/**
 * `?project=NAME` separates projects in one database by schemas `cairn_NAME`; the default is
 * `cairn`. Fault: LEDGER_ADDRESS.
 */
export const addressOf = (url: string): Address => {
  const safe = withoutPassword(url);
  const at = url.indexOf("?");
  const { place, password } = placeOf(at === -1 ? url : url.slice(0, at), safe);
  const asked = new URLSearchParams(at === -1 ? "" : url.slice(at + 1));
  /** If a password contains a `?`, a part of it is here. */
  const quoted = (text: string): string =>
    safe.includes(text) ? `"${text}"` : "what stands there";
  for (const name of asked.keys()) {
    if (!asks.includes(name))
      throw invalid(
        safe,
        `nothing is known of ${quoted(name)} behind its ?; what may be asked for: ${asks.join(", ")}`,
      );
    if (asked.getAll(name).length > 1)
      throw invalid(safe, `its ${name} is said twice, and one of them must be a mistake`);
  }
  const project = asked.get("project");
  if (project !== null && !/^[a-z][a-z0-9_]{0,39}$/.test(project))
    throw invalid(
      safe,
      `its project, ${quoted(project)}, is no name of small letters, digits and "_" that begins with a letter (at most 40)`,
    );
  const sslmode = given(asked, "sslmode");
  if (sslmode !== null && !sslmodes.includes(sslmode))
    throw invalid(safe, `its sslmode is none of ${sslmodes.join(", ")}`);
  const prepare = given(asked, "prepare");
  if (prepare !== null && prepare !== "true" && prepare !== "false")
    throw invalid(safe, "its prepare is neither true nor false");
  const attributes = given(asked, "target_session_attrs");
  if (attributes !== null && !["read-write", "primary", "any"].includes(attributes))
    throw invalid(
      safe,
      "its target_session_attrs is neither read-write nor primary: a ledger is written to",
    );
  const secret = password ?? given(asked, "password");
  asked.delete("password");
  const query = asked.toString();
  return {
    server:
      attributes === null || attributes === "any"
        ? place
        : `${place}?target_session_attrs=${attributes}`,
    schema: project === null ? "cairn" : `cairn_${project}`,
    shown: query === "" ? place : `${place}?${query}`,
    password: secret,
    sslmode,
    sslrootcert: given(asked, "sslrootcert"),
    prepare: prepare !== "false",
  };
};
