// Lines about the ledger: the same one for pasted commands, and its project, new or missing.
import type { ProjectNews } from "../runtime/system.ts";
import { cleanLine } from "../core/words/clean.ts";
import { quoted } from "../core/words/shell-word.ts";
import { verbs } from "./verbs.ts";

/** Maximum of names. */
const most = 20;

const listed = (others: ProjectNews["others"]): string => {
  const names = others
    .slice(0, most)
    .map((name) => (name === null ? "one without a name" : cleanLine(name)));
  return [...names, ...(others.length > most ? ["more"] : [])].join(", ");
};

/** One line. */
export const projectLine = ({ is, name, others }: ProjectNews): string => {
  const project = name === null ? "project without a name" : `project ${cleanLine(name)}`;
  if (is === "made")
    return `the ${project} is new in that database${others.length === 0 ? "" : ` (there are besides: ${listed(others)})`}`;
  return others.length === 0
    ? `there is no ${project} in that database, nor any other: what is begun first makes it`
    : `there is no ${project} in that database; there are: ${listed(others)}. Name one by ?project=NAME, if one of them is meant`;
};

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
