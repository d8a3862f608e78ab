// Translation of PostgreSQL errors into Faults with advice, or into a reason to retry.
import { DatabaseError } from "pg";
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";

/** The server didn't answer in time. */
export class Unanswered extends Error {}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** If all addresses of a name refuse, Node's error has only a code. */
export const reason = (error: unknown): string =>
  errorText(error) || codeOf(error) || "no reason was told";

/** Codes of Node that end a connection; classes of SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection, operator intervention, too many connections, deadlock, read-only standby. */
const AWAY =
  /^(E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|HOSTDOWN|AI_AGAIN|NOTFOUND|NOENT|ADDRNOTAVAIL)|08...|57P0[1-5]|53300|40001|40P01|25006|55P03)$/u;
/** The client's own errors have no code. */
const LOST =
  /^(Connection terminated|Cannot use a pool|timeout e|Client (was closed|has encountered)|Received unexpected|There was an error establishing an SSL)/u;

/** A prepared statement is another connection's, as behind a pooler that shares them, or older than a change of the tables. */
export const isUnprepared = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (/^(26000|42P05)$/u.test(codeOf(error)) || error.routine === "RevalidateCachedQuery");

/** Whether the server is unreachable, starting, stopping or a standby, so that a retry may succeed. */
export const isAway = (error: unknown): boolean =>
  error instanceof Unanswered ||
  isUnprepared(error) ||
  AWAY.test(codeOf(error)) ||
  (error instanceof Error && codeOf(error) === "" && LOST.test(error.message));

/** 25006: a standby, or a role whose transactions default to read-only. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === "25006";

/** 53300: the server answers but has no connection left for this user. */
export const isFull = (error: unknown): boolean => codeOf(error) === "53300";

const unencrypted = "The server does not support SSL connections";
export const isUnencrypted = (error: unknown): boolean =>
  error instanceof Error && error.message === unencrypted;

export const standby = (): Error =>
  Object.assign(new Error("it is a standby, which is read-only"), { code: "25006" });

export const away = (shown: string, ms: number, cause: unknown): Fault => {
  const lasted = `for ${Math.round(ms / 1000)} s`;
  const [what, hint] = isFull(cause)
    ? [
        `has had no connection left ${lasted}`,
        "Its server runs: let fewer programs use it at once, or raise its max_connections, or the limit of this user or database (each runner, and each job under way, takes up to five).",
      ]
    : [
        `did not answer ${lasted}`,
        "See whether the server runs and can be reached from here; then `cairn status` shows what is recorded, and what isn't can be asked again.",
      ];
  return new Fault("LEDGER_AWAY", `The ledger ${shown} ${what}: ${reason(cause)}.`, hint, cause);
};

/** Waiting was aborted: Ctrl-C, or the caller ended. */
export const unsettled = (shown: string, cause?: unknown): Fault =>
  new Fault(
    "LEDGER_UNSURE",
    `The ledger ${shown} doesn't answer, and is not waited for any longer: whether what was asked last is recorded there isn't known.`,
    "Nothing is lost: when it answers again, `cairn status` shows what is recorded, and what isn't can be asked again.",
    cause,
  );

export const readOnly = (shown: string, cause: unknown): Fault =>
  new Fault(
    "LEDGER_UNSUPPORTED",
    `The ledger ${shown} lets this user only read (${reason(cause)}), though the server is no standby.`,
    "Set default_transaction_read_only of this user, database or server back to off; some providers turn it on where the disk is nearly full.",
    cause,
  );

type Advice = readonly [code: string, what: string, hint: string];

/** By a pattern of codes; the client's own errors have none, but a message. */
const ADVICE: Readonly<Record<string, Advice>> = {
  "28P01|SASL: .*": [
    "LEDGER_LOGIN",
    "the server refuses this user's password",
    "Give the right one: in PGPASSWORD, in ~/.pgpass (which counts only if you alone may read it: mode 0600), or in the address.",
  ],
  "28000": [
    "LEDGER_LOGIN",
    "the server rejects this user from this host",
    "Look at the user's name, at the server's pg_hba.conf, and whether it wants TLS: ?sslmode=require.",
  ],
  "3D000": [
    "LEDGER_LOGIN",
    "the server has no such database",
    "Create it, or name another in the address.",
  ],
  "42501": [
    "LEDGER_RIGHTS",
    "this user lacks a right there",
    "Is the address's project the one that is meant? Where it is new, its owner must record something once (looking makes nothing); then give this user the rights that docs/postgres.md lists.",
  ],
  // https://nodejs.org/api/tls.html#x509-certificate-error-codes
  "SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_.*|CERT_.*|ERR_TLS_CERT_ALTNAME_INVALID|INVALID_CA":
    [
      "LEDGER_UNTRUSTED",
      "the server's certificate isn't trusted",
      "Name the file of the authority that signed it by ?sslrootcert=FILE, and the server by the name that stands in its certificate.",
    ],
  [`${unencrypted}|EPROTO|ERR_SSL_.*`]: [
    "LEDGER_UNTRUSTED",
    "there can be no encrypted connection to the server",
    "Turn its ssl on, as the address's sslmode or PGSSLMODE asks for it; where the network between is yours alone, leave that out.",
  ],
  "25001": [
    "LEDGER_UNSUPPORTED",
    "transactions begin with another isolation than the rules of the ledger need",
    "Set default_transaction_isolation of this user and database back to read committed.",
  ],
  "57014": [
    "LEDGER_UNSUPPORTED",
    "the server ended a statement before it was done: this was not recorded",
    "Set statement_timeout and transaction_timeout of this user to 0, or far above 15 s.",
  ],
  "53100": [
    "DISK_FULL",
    "there is no room left on the server's disk: this was not recorded",
    "Make room there and ask again; what was recorded before is safe.",
  ],
  "53200": [
    "SERVER_FULL",
    "the server has no memory left: this was not recorded",
    "Give it more, or let fewer work at once, and ask again.",
  ],
  "54000": [
    "LEDGER_OVERSIZED",
    "a text is too large to be recorded",
    "Keep it as a file and record its digest.",
  ],
  XX001: [
    "LEDGER_DAMAGED",
    "the server says that its data are damaged",
    "Put a backup in its place; `cairn verify` tells what is left.",
  ],
};

/** Translates an error of server or client for the operator; returns other errors unchanged, as bugs. */
export const faultOf = (error: unknown, shown: string): unknown => {
  if (error instanceof Fault || !(error instanceof Error)) return error;
  const sign = codeOf(error) || error.message;
  const advice = Object.entries(ADVICE).find(([signs]) =>
    new RegExp(`^(${signs})$`, "u").test(sign),
  );
  if (advice === undefined) return error;
  const [code, what, hint] = advice[1];
  return new Fault(code, `The ledger ${shown}: ${what} (${reason(error)}).`, hint, error);
};
