// Comparison of ledger addresses, and the hint if commands as printed would ask another ledger.
import { quoted } from "../core/shell-word.ts";
import { verbs } from "./verbs.ts";

/** Whether it contains a command of ours. */
export const showsCommand = (text: string): boolean =>
  [...text.matchAll(/(?<![\w./-])cairn ([a-z]+)\b/gu)].some(([, verb = ""]) =>
    Object.hasOwn(verbs, verb),
  );

/** The part of a PostgreSQL address that identifies the ledger: servers, database and project; null: invalid, or dependent on the login. */
const placeOf = (url: string): string | null => {
  const [, hosts, database, asked = ""] =
    /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)\/([^/?#]+)(?:\?(.*))?$/u.exec(url) ?? [];
  if (hosts === undefined || database === undefined) return null;
  const servers = hosts
    .split(",")
    .map((host) => (host === "" ? "localhost" : host).replace(/:5432$/u, ""));
  return [servers.join(), database, new URLSearchParams(asked).get("project") ?? ""].join("/");
};

/** Whether both name the same ledger, for any login. */
export const isSameLedger = (url: string, usual: string | null): boolean =>
  url === usual || (usual !== null && placeOf(url) !== null && placeOf(url) === placeOf(usual));

/** `typed`: as given, maybe with a password; `url`: the displayable form. Don't wrap: the second line is for copying. */
export const sameLedgerLines = (typed: string, url: string): string => {
  const secret = url.startsWith("postgres") && typed.length > url.length;
  const besides = secret ? " (its password isn't in it: PGPASSWORD or ~/.pgpass)" : "";
  return `commands that are shown ask the same ledger after this${besides}:\n  export CAIRN_LEDGER=${quoted(url)}`;
};
