// Why: a server's error codes mean nothing to the operator; each becomes a Fault that says what to do, or a reason to ask again.
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";

/** The server didn't answer within the time that an answer may take. */
export class Unanswered extends Error {}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** Network codes of Node and those of the client, which end a connection. */
const GONE =
  /^(E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|HOSTDOWN|AI_AGAIN|NOTFOUND|NOENT|ADDRNOTAVAIL)|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/;
/** Classes of SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection, operator intervention, too many connections, deadlock, read-only standby. */
const AWAY = /^(08...|57P0[1-5]|53300|40001|40P01|25006|55P03)$/;

/** The server is away, starting, going down, or a standby just now: asking again later may be answered. */
export const isAway = (error: unknown): boolean => {
  if (error instanceof Unanswered) return true;
  const code = codeOf(error);
  return code !== null && (GONE.test(code) || AWAY.test(code));
};

/** What the answer of an append that was asked more than once means is known: any other call may simply be asked again. */
export const isMissing = (error: unknown): boolean => ["42P01", "3F000", "42883"].includes(codeOf(error) ?? "");

export const away = (shown: string, ms: number, cause: unknown): Fault =>
  new Fault(
    "LEDGER_AWAY",
    `The ledger ${shown} did not answer for ${Math.round(ms / 1000)} s: ${errorText(cause)}.`,
    "See whether the server runs and can be reached from here, then ask again with the same id: what was recorded is not recorded twice.",
    cause,
  );

export const closed = (): Fault =>
  new Fault("LEDGER_CLOSED", "The ledger was closed already.", "Open it again: whoever closed it was not the last to use it.");

const WORDS: Readonly<Record<string, readonly [code: string, what: string, hint: string]>> = {
  "28P01": [
    "LEDGER_LOGIN",
    "the server refuses this user's password",
    "Give the right one: in PGPASSWORD, in ~/.pgpass, or in the address.",
  ],
  "28000": ["LEDGER_LOGIN", "the server lets this user not in from here", "Look at the user's name and at the server's pg_hba.conf."],
  "3D000": ["LEDGER_LOGIN", "the server has no such database", "Create it, or name another in the address."],
  "42501": [
    "LEDGER_RIGHTS",
    "this user lacks a right there",
    "Give it the rights that docs/postgres.md lists, or let the schema's owner open the ledger once.",
  ],
  "25001": [
    "LEDGER_UNSUPPORTED",
    "transactions begin with another isolation than the rules of the ledger need",
    "Set default_transaction_isolation of this user and database back to read committed.",
  ],
  "53100": [
    "DISK_FULL",
    "there is no room left on the server's disk: this was not recorded",
    "Make room there and ask again; what was recorded before is safe.",
  ],
  "54000": ["LEDGER_OVERSIZED", "a text is too large to be recorded", "Keep it as a file and record its digest."],
  XX001: ["LEDGER_DAMAGED", "the server says that its data are damaged", "Put a backup in its place; `cairn verify` tells what is left."],
};

/** What an error of server or client means for the operator; other errors come back as they are: bugs. */
export const faultOf = (error: unknown, shown: string): unknown => {
  if (error instanceof Fault) return error;
  const code = codeOf(error);
  if (code === null) return error;
  const words = WORDS[code];
  if (words === undefined) return error;
  return new Fault(words[0], `The ledger ${shown}: ${words[1]} (${errorText(error)}).`, words[2], error);
};
