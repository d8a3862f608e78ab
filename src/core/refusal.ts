// Refusals (values, expected) and Faults (exceptions, the operator's trouble).

/** A missing field that an interactive user can be asked for. */
export type MissingField = {
  readonly name: string;
  readonly means: string;
  /** Path of the answer in the command's data. */
  readonly field: readonly string[];
  /** All valid values, if known. */
  readonly among?: readonly string[];
};

/** An expected refusal: a stable code and a suggestion in words. `more`: all findings; `asks`: missing fields that would suffice; `unit`: the unit in question. */
export type Refusal = {
  readonly code: string;
  readonly text: string;
  readonly fits?: string;
  readonly path?: string;
  /** RFC 6901, into the refused document. */
  readonly pointer?: string;
  readonly line?: number;
  readonly column?: number;
  readonly unit?: string;
  readonly more?: readonly Refusal[];
  readonly asks?: readonly MissingField[];
};

export const refuse = (
  code: string,
  text: string,
  rest: Omit<Refusal, "code" | "text"> = {},
): Refusal => ({
  code,
  text,
  ...rest,
});

/** One refusal for several findings: the first one's text, and all of them in `more`; null if there are none. */
export const refuseAll = (findings: readonly Refusal[]): Refusal | null => {
  const first = findings[0];
  if (first === undefined) return null;
  return findings.length === 1 ? first : { ...first, more: findings };
};

/** Recognises a refusal; nothing else in the core has both `code` and `text`. */
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  "code" in value &&
  "text" in value &&
  typeof value.code === "string" &&
  typeof value.text === "string";

/** The operator must act: disk full, database unavailable, program missing. `hint`: the next step. */
export class Fault extends Error {
  readonly code: string;
  readonly hint: string;
  constructor(code: string, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "Fault";
    this.code = code;
    this.hint = hint;
  }
}

const unreadable: readonly string[] = ["LEDGER_DAMAGED", "EVENTS_UNREADABLE", "PROTOCOL_UNKNOWN"];
/** Why a single run can't be read, which hides no other run. */
export const isUnreadable = (error: unknown): error is Fault =>
  error instanceof Fault && unreadable.includes(error.code);
