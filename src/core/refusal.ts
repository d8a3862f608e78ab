// Refusals (values, expected) and Faults (exceptions, the operator's trouble).

/** A field that is only missing: whoever sits there may be asked for it. */
export type Asked = {
  readonly name: string;
  readonly means: string;
  /** Where the answer goes in the command's data. */
  readonly field: readonly string[];
  /** All that fits, where that is known. */
  readonly among?: readonly string[];
};

/** An expected no: a stable code and, in words, what would fit instead. `more` carries all findings at once; `asks`: the fields that would be enough; `unit`: the one that it is about. */
export type Refusal = {
  readonly code: string;
  readonly text: string;
  readonly fits?: string;
  readonly path?: string;
  /** RFC 6901, into the document that was refused. */
  readonly pointer?: string;
  readonly line?: number;
  readonly column?: number;
  readonly unit?: string;
  readonly more?: readonly Refusal[];
  readonly asks?: readonly Asked[];
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

/** One refusal for several findings: the first one's words, all of them in `more`; null when there is none. */
export const refuseAll = (findings: readonly Refusal[]): Refusal | null => {
  const first = findings[0];
  if (first === undefined) return null;
  return findings.length === 1 ? first : { ...first, more: findings };
};

/** Tells a refusal from what else a function returns; nothing else in the core has both `code` and `text`. */
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  "code" in value &&
  "text" in value &&
  typeof value.code === "string" &&
  typeof value.text === "string";

/** The operator must act: disk full, database away, program missing. `hint` says what to do next. */
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
