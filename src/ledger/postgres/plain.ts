// Escape of NUL characters for PostgreSQL texts, and its reverse.

/** SUB (U+001A) stands before what is written in another way. */
const SUB = "\u001a";
const WRITTEN = new RegExp(`${SUB}([01])`, "gu");

/** A text as it is stored. */
export const stored = (text: string): string =>
  text.includes("\0") || text.includes(SUB)
    ? text.replaceAll(SUB, `${SUB}1`).replaceAll("\0", `${SUB}0`)
    : text;

/** A stored text as it was. */
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

/** What is handed to a function of the server: one JSON text, its texts as they are stored. */
export const handed = (value: Json): string => {
  const text = JSON.stringify(value);
  // Nearly no text holds such a letter, and to look at each part costs more than all the rest.
  if (!text.includes("\\u0000") && !text.includes("\\u001a")) return text;
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "string" ? stored(part) : part,
  );
};

const isColumns = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A row of a result, or an object that a function answered, its texts as they were. */
export const columnsOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (!isColumns(value)) throw new TypeError("the server answered what is no row");
  const names = Object.keys(value);
  if (names.every((name) => typeof value[name] !== "string" || !value[name].includes(SUB)))
    return value;
  return Object.fromEntries(
    names.map((name) => [name, typeof value[name] === "string" ? plain(value[name]) : value[name]]),
  );
};
