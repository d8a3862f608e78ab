// Why: one text names server, database and project; what of it is secret must not be printed or written down with it.
import { Fault } from "../../core/refusal.ts";

export type Address = {
  /** What the client connects to: the address without what is ours in it. */
  readonly server: string;
  /** The schema that holds the project's tables. */
  readonly schema: string;
  /** The address as it may be shown: without its password. */
  readonly shown: string;
};

const invalid = (shown: string, why: string): Fault =>
  new Fault(
    "LEDGER_ADDRESS",
    `${shown} is no address of a ledger in PostgreSQL: ${why}.`,
    "Write it as postgres://USER@HOST:PORT/DATABASE?project=NAME.",
  );

/** Whether the text names a ledger on a PostgreSQL server. */
export const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

/** The address without its password. */
export const withoutPassword = (url: string): string =>
  url.replace(/^([a-z]+:\/\/[^/?#@:]*):[^/?#]*@/, "$1@").replace(/([?&]password=)[^&#]*/g, "$1…");

/**
 * `?project=NAME` keeps several projects of one database apart, each in a schema of its own, `cairn_NAME`; without it, it is `cairn`.
 * Fault: LEDGER_ADDRESS.
 */
export const addressOf = (url: string): Address => {
  const shown = withoutPassword(url);
  const [before = "", query] = url.split("?", 2);
  const asked = new URLSearchParams(query ?? "");
  const project = asked.get("project");
  if (project !== null && !/^[a-z][a-z0-9_]{0,39}$/.test(project))
    throw invalid(shown, `its project "${project}" is no name of small letters, digits and "_" that begins with a letter (at most 40)`);
  asked.delete("project");
  const rest = asked.toString();
  const server = rest === "" ? before : `${before}?${rest}`;
  if (!URL.canParse(server.replace(/^postgres(ql)?:\/\/(?=\/|$)/, "postgres://localhost/").replace(/,[^/]*/, "")))
    throw invalid(shown, "it can't be read as a URL");
  return { server, schema: project === null ? "cairn" : `cairn_${project}`, shown };
};
