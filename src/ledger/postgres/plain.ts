// Escape of NUL characters for PostgreSQL texts, and its reverse.

/** SUB (U+001A) is the escape character. */
const SUB = "\u001a";
const WRITTEN = new RegExp(`${SUB}([01])`, "gu");

/** Escapes a text for storage. */
export const stored = (text: string): string =>
  text.includes("\0") || text.includes(SUB)
    ? text.replaceAll(SUB, `${SUB}1`).replaceAll("\0", `${SUB}0`)
    : text;

/** Unescapes a stored text. */
export const plain = (text: string): string =>
  text.includes(SUB)
    ? text.replace(WRITTEN, (_, which: string) => (which === "0" ? "\0" : SUB))
    : text;

type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** The argument of a server function: one JSON text with escaped strings. */
export const handed = (value: Json): string => {
  const text = JSON.stringify(value);
  // Such characters are rare, and inspecting each part costs more than everything else.
  if (!text.includes("\\u0000") && !text.includes("\\u001a")) return text;
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "string" ? stored(part) : part,
  );
};

const isColumns = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A result row, or an object returned by a function, with unescaped strings. */
export const columnsOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (!isColumns(value)) throw new TypeError("the server answered what is no row");
  const names = Object.keys(value);
  if (names.every((name) => typeof value[name] !== "string" || !value[name].includes(SUB)))
    return value;
  return Object.fromEntries(
    names.map((name) => [name, typeof value[name] === "string" ? plain(value[name]) : value[name]]),
  );
};
