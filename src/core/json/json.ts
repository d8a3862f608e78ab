// JSON parser with line and column of every value; duplicate keys are reported.
import { mostLevels } from "./depth.ts";
import { type Refusal, refuse } from "../refusal.ts";

export type JsonMember = { readonly key: string; readonly keyAt: number; readonly value: JsonNode };
/** `at`, `end`: range of its source text, in UTF-16 units from the start of the file. */
export type JsonNode = { readonly at: number; readonly end: number } & (
  | { readonly is: "object"; readonly members: readonly JsonMember[] }
  | { readonly is: "array"; readonly items: readonly JsonNode[] }
  | { readonly is: "string"; readonly value: string }
  | { readonly is: "number"; readonly value: number }
  | { readonly is: "boolean"; readonly value: boolean }
  | { readonly is: "null" }
);

/** Display names of value kinds. */
export const kinds: Readonly<Record<JsonNode["is"], string>> = {
  object: "an object",
  array: "a list",
  string: "a text",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

/** Both from 1; the column counts UTF-16 units, as editors do. */
export type Place = { readonly line: number; readonly column: number };

/** CR LF, LF and CR each end a line. */
export const placeOf = (text: string, offset: number): Place => {
  const before = text.slice(0, offset);
  const lines = before.split(/\r\n|\n|\r/u);
  const bom = lines.length === 1 && before.startsWith("\u{feff}") ? 1 : 0;
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 - bom };
};

class Broken extends Error {
  readonly at: number;
  constructor(at: number, words: string) {
    super(words);
    this.at = at;
  }
}

const blank = /[ \t\n\r]*/uy;
const literal = /true|false|null/uy;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;

const match = (text: string, pattern: RegExp, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};

const skip = (text: string, at: number): number => at + (match(text, blank, at)?.length ?? 0);

const seen = (text: string, at: number): string =>
  at >= text.length
    ? "the file ends"
    : `${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))} stands`;

/** Position of the closing quote for the one at `at`: the first without an odd number of backslashes before it. */
const closing = (text: string, at: number): number => {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let from = end;
    while (text[from - 1] === "\\") from -= 1;
    if ((end - from) % 2 === 0) return end;
  }
  throw new Broken(at, "a text begins here whose closing quote is missing");
};

const stringAt = (text: string, at: number): { readonly value: string; readonly end: number } => {
  const end = closing(text, at) + 1;
  try {
    return { value: String(JSON.parse(text.slice(at, end))), end };
  } catch {
    throw new Broken(
      at,
      "a text in quotes holds a line break, another control character or an unknown escape",
    );
  }
};

/** Remaining nesting levels, and whether duplicate keys are allowed. */
type Bounds = { readonly levels: number; readonly twice: boolean };

const arrayAt = (text: string, at: number, bounds: Bounds): JsonNode => {
  const items: JsonNode[] = [];
  let next = skip(text, at + 1);
  if (text[next] === "]") return { is: "array", at, end: next + 1, items };
  for (;;) {
    const item = valueAt(text, next, bounds);
    items.push(item);
    next = skip(text, item.end);
    if (text[next] === "]") return { is: "array", at, end: next + 1, items };
    if (text[next] !== ",")
      throw new Broken(next, `, or ] must follow here, but ${seen(text, next)}`);
    next = skip(text, next + 1);
  }
};

const objectAt = (text: string, at: number, bounds: Bounds): JsonNode => {
  const members: JsonMember[] = [];
  const keys = new Set<string>();
  let next = skip(text, at + 1);
  if (text[next] === "}") return { is: "object", at, end: next + 1, members };
  for (;;) {
    if (text[next] !== '"')
      throw new Broken(next, `a key in double quotes must stand here, but ${seen(text, next)}`);
    const key = stringAt(text, next);
    if (!bounds.twice && keys.has(key.value))
      throw new Broken(
        next,
        `the key ${JSON.stringify(key.value)} stands twice in one object, so nobody can know which one counts`,
      );
    keys.add(key.value);
    const colon = skip(text, key.end);
    if (text[colon] !== ":")
      throw new Broken(colon, `: must follow the key here, but ${seen(text, colon)}`);
    const value = valueAt(text, skip(text, colon + 1), bounds);
    members.push({ key: key.value, keyAt: next, value });
    next = skip(text, value.end);
    if (text[next] === "}") return { is: "object", at, end: next + 1, members };
    if (text[next] !== ",")
      throw new Broken(next, `, or } must follow here, but ${seen(text, next)}`);
    next = skip(text, next + 1);
  }
};

const literals: Readonly<
  Record<string, { readonly is: "boolean"; readonly value: boolean } | { readonly is: "null" }>
> = {
  true: { is: "boolean", value: true },
  false: { is: "boolean", value: false },
  null: { is: "null" },
};

const valueAt = (text: string, at: number, bounds: Bounds): JsonNode => {
  const first = text[at];
  if (first === "{" || first === "[") {
    if (bounds.levels === 0)
      throw new Broken(at, `lists and objects nest deeper than ${mostLevels} levels here`);
    const inner = { ...bounds, levels: bounds.levels - 1 };
    return first === "{" ? objectAt(text, at, inner) : arrayAt(text, at, inner);
  }
  if (first === '"') return { is: "string", at, ...stringAt(text, at) };
  const word = match(text, literal, at);
  const known = word === null ? undefined : literals[word];
  if (word !== null && known !== undefined) return { at, end: at + word.length, ...known };
  const digits = match(text, number, at);
  if (digits === null) throw new Broken(at, `a value must stand here, but ${seen(text, at)}`);
  return { is: "number", at, end: at + digits.length, value: Number(digits) };
};

/**
 * Parses the whole text as one value, skipping a byte order mark. FILE_BROKEN names the first error.
 * @param twice allows duplicate keys; the caller checks for them (`member` returns the first)
 */
export const readJson = (
  text: string,
  { twice = false }: { readonly twice?: boolean } = {},
): JsonNode | Refusal => {
  try {
    const value = valueAt(text, skip(text, text.startsWith("\u{feff}") ? 1 : 0), {
      levels: mostLevels,
      twice,
    });
    const end = skip(text, value.end);
    if (end < text.length)
      throw new Broken(end, `nothing may follow the value, but ${seen(text, end)}`);
    return value;
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return refuse("FILE_BROKEN", `it is no sound JSON: ${error.message}`, placeOf(text, error.at));
  }
};

/** The same value as JSON.parse returns. */
export const plain = (node: JsonNode): unknown => {
  if (node.is === "object")
    return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
  if (node.is === "array") return node.items.map(plain);
  return node.is === "null" ? null : node.value;
};

export const member = (node: JsonNode, key: string): JsonNode | null =>
  node.is === "object" ? (node.members.find((one) => one.key === key)?.value ?? null) : null;

/** Appends one step to an RFC 6901 pointer. */
export const pointTo = (at: string, key: string | number): string =>
  `${at}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** The value at an RFC 6901 pointer; null if there is none. */
export const atPointer = (root: JsonNode, pointer: string): JsonNode | null => {
  let node: JsonNode | null = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (node === null) return null;
    node =
      node.is === "array"
        ? /^(?:0|[1-9]\d*)$/u.test(key)
          ? (node.items[Number(key)] ?? null)
          : null
        : member(node, key);
  }
  return node;
};
