// Translation of PostgreSQL error codes into Faults with advice, or into a reason to retry.
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";

/** The server didn't answer in time. */
export class Unanswered extends Error {}

/** If all addresses of a name refuse, Node's error has only a code. */
export const reason = (error: unknown): string => {
  const text = errorText(error);
  return text === "" ? (codeOf(error) ?? "no reason was told") : text;
};

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** Network codes of Node and the client that end a connection. */
const GONE =
  /^(E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|HOSTDOWN|AI_AGAIN|NOTFOUND|NOENT|ADDRNOTAVAIL)|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/;
/** Classes of SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection, operator intervention, too many connections, deadlock, read-only standby. */
const AWAY = /^(08...|57P0[1-5]|53300|40001|40P01|25006|55P03)$/;

/** Whether the server is unreachable, starting, stopping or a standby, so that a retry may succeed. */
export const isAway = (error: unknown): boolean => {
  if (error instanceof Unanswered) return true;
  const code = codeOf(error);
  return code !== null && (GONE.test(code) || AWAY.test(code));
};

/** 25006: a standby, or a role whose transactions default to read-only. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === "25006";

/** 53300: the server answers but has no connection left for this user. */
export const isFull = (error: unknown): boolean => codeOf(error) === "53300";

/** Connected but silent: typical of a pooler that routes requests and answers differently. */
const mayBePooled = (shown: string, cause: unknown): boolean =>
  !/[?&]prepare=false\b/.test(shown) &&
  (cause instanceof Unanswered || codeOf(cause) === "CONNECTION_DESTROYED");
const POOLED =
  " If a pooler stands before it that shares connections (PgBouncer's transaction mode), write ?prepare=false in the address.";

export const away = (shown: string, ms: number, cause: unknown): Fault => {
  const lasted = `for ${Math.round(ms / 1000)} s`;
  const [what, hint] = isFull(cause)
    ? [
        `has had no connection left ${lasted}`,
        "Its server runs: let fewer programs use it at once, or raise its max_connections, or the limit of this user or database (each runner, and each job under way, takes up to five).",
      ]
    : [
        `did not answer ${lasted}`,
        `See whether the server runs and can be reached from here; then \`cairn status\` shows what is recorded, and what isn't can be asked again.${mayBePooled(shown, cause) ? POOLED : ""}`,
      ];
  return new Fault("LEDGER_AWAY", `The ledger ${shown} ${what}: ${reason(cause)}.`, hint, cause);
};

/** Waiting was aborted: Ctrl-C, or the caller ended. */
export const unsettled = (shown: string, cause: unknown): Fault =>
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

/** Codes of Node's TLS for untrusted certificates (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const UNTRUSTED =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_|CERT_|ERR_TLS_CERT_ALTNAME_INVALID|INVALID_CA)/;
const distrusted = [
  "LEDGER_UNTRUSTED",
  "the server's certificate isn't trusted",
  "Name the file of the authority that signed it by ?sslrootcert=FILE, and the server by the name that stands in its certificate.",
] as const;

/** Our own code (sockets.ts), and Node's for a failed TLS negotiation. */
const UNENCRYPTED = /^(TLS_REFUSED$|EPROTO$|ERR_SSL_)/;
const unencrypted = [
  "LEDGER_UNTRUSTED",
  "there can be no encrypted connection to the server",
  "Turn its ssl on, as the address's sslmode or PGSSLMODE asks for it; where the network between is yours alone, leave that out.",
] as const;

const WORDS: Readonly<Record<string, readonly [code: string, what: string, hint: string]>> = {
  "28P01": [
    "LEDGER_LOGIN",
    "the server refuses this user's password",
    "Give the right one: in PGPASSWORD, in ~/.pgpass (which counts only if you alone may read it: mode 0600), or in the address.",
  ],
  "28000": [
    "LEDGER_LOGIN",
    "the server lets this user not in from here",
    "Look at the user's name, at the server's pg_hba.conf, and whether it wants TLS: ?sslmode=require.",
  ],
  SASL_SIGNATURE_MISMATCH: [
    "LEDGER_LOGIN",
    "the server doesn't know the password itself: a third party may stand between",
    "Look at the address, and use ?sslmode=verify-full.",
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
  "53200": [
    "SERVER_FULL",
    "the server has no memory left: this was not recorded",
    "Give it more, or let fewer work at once, and ask again.",
  ],
  "57014": [
    "LEDGER_UNSUPPORTED",
    "the server ended a statement before it was done: this was not recorded",
    "Set statement_timeout and transaction_timeout of this user to 0, or far above 15 s.",
  ],
  "42704": [
    "LEDGER_ADDRESS",
    "the server doesn't know what the address asks for",
    "Leave out of it what `cairn help postgres` doesn't name.",
  ],
  "26000": [
    "LEDGER_UNSUPPORTED",
    "a pooler between here and the server shares its connections, and prepared statements get lost",
    "Write ?prepare=false in the address, or connect to the server itself.",
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

const unknownTo = (shown: string, unsaid: string, cause: unknown): Fault =>
  new Fault(
    "LEDGER_LOGIN",
    `The ledger ${shown}: the server asks for a password, and none was found: there is no PGPASSWORD, and ${unsaid}.`,
    "Write it into ~/.pgpass, mode 0600, as a line HOST:PORT:DATABASE:USER:PASSWORD; or give it in PGPASSWORD.",
    cause,
  );

type Secret = { readonly unsaid?: string | undefined; readonly from?: string | undefined };

/** Translates an error of server or client for the operator; returns other errors unchanged, as bugs. `unsaid`: why no password was sent; `from`: the file it came from. */
export const faultOf = (error: unknown, shown: string, { unsaid, from }: Secret = {}): unknown => {
  if (error instanceof Fault) return error;
  const code = codeOf(error);
  if (code === null) return error;
  if (code === "28P01" && unsaid !== undefined) return unknownTo(shown, unsaid, error);
  const words = UNTRUSTED.test(code)
    ? distrusted
    : UNENCRYPTED.test(code)
      ? unencrypted
      : WORDS[code];
  if (words === undefined) return error;
  const found = code === "28P01" && from !== undefined ? `, which is from ${from}` : "";
  return new Fault(
    words[0],
    `The ledger ${shown}: ${words[1]}${found} (${reason(error)}).`,
    words[2],
    error,
  );
};
