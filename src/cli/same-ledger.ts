// Comparison of ledger addresses, and the hint if commands as printed would ask another ledger.
import { quoted } from "../core/shell-word.ts";
import { verbs } from "./verbs.ts";

/** A command of ours stands in it. */
export const showsCommand = (text: string): boolean =>
  [...text.matchAll(/(?<![\w./-])cairn ([a-z]+)\b/gu)].some(([, verb = ""]) =>
    Object.hasOwn(verbs, verb),
  );

/** Of an address of PostgreSQL what tells one ledger from another: servers, database and project; null: it is none, or who logs in decides. */
const placeOf = (url: string): string | null => {
  const [, hosts, database, asked = ""] =
    /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)\/([^/?#]+)(?:\?(.*))?$/u.exec(url) ?? [];
  if (hosts === undefined || database === undefined) return null;
  const servers = hosts
    .split(",")
    .map((host) => (host === "" ? "localhost" : host).replace(/:5432$/u, ""));
  return [servers.join(), database, new URLSearchParams(asked).get("project") ?? ""].join("/");
};

/** Both name one ledger, whoever logs in there. */
export const isSameLedger = (url: string, usual: string | null): boolean =>
  url === usual || (usual !== null && placeOf(url) !== null && placeOf(url) === placeOf(usual));

/** `typed`: as it was named, maybe with a password; `url`: the same as it may be shown. Not to be wrapped: the second line is to be copied. */
export const sameLedgerLines = (typed: string, url: string): string => {
  const secret = url.startsWith("postgres") && typed.length > url.length;
  const besides = secret ? " (its password isn't in it: PGPASSWORD or ~/.pgpass)" : "";
  return `commands that are shown ask the same ledger after this${besides}:\n  export CAIRN_LEDGER=${quoted(url)}`;
};
