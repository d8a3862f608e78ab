// Schema findings with position and suggestion, in one wording at every entry point.
import * as v from "valibot";
import type { Finding, ReadResult } from "../core/message.ts";
import { nearest as nearWord } from "../core/words/near.ts";
import type { Of, Schema } from "./schema.ts";

type Issue = v.BaseIssue<unknown>;

const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  strict_object: "an object",
  record: "an object",
  strict_tuple: "an array",
};
const kindOf = (value: unknown): string => {
  if (value === null || typeof value === "boolean") return String(value);
  return kinds[Array.isArray(value) ? "array" : typeof value] ?? typeof value;
};

const unquoted = (expected: string): string =>
  expected.replaceAll(/^\(|\)$/gu, "").replaceAll(/"([^"]*)"/gu, "$1");

const measured = ({ type, requirement, input }: Issue): string | null => {
  const unit = typeof input === "string" ? "characters" : "entries";
  const size = typeof input === "string" || Array.isArray(input) ? input.length : String(input);
  switch (type) {
    case "max_entries":
      return `must have at most ${String(requirement)} entries`;
    case "max_length":
      return `must have at most ${String(requirement)} ${unit}, has ${size}`;
    case "min_length":
      return size === 0
        ? "must not be empty"
        : `must have at least ${String(requirement)} ${unit}, has ${size}`;
    case "finite":
      return "must be a finite number";
    case "safe_integer":
      return `must be a whole number, not ${size}`;
    case "min_value":
      return `must be at least ${String(requirement)}, not ${size}`;
    case "max_value":
      return `must be at most ${String(requirement)}, not ${size}`;
    default:
      return null;
  }
};

/** Findings of the union's alternatives that accept the value's type. */
const nearest = ({ issues }: Issue): readonly Issue[] =>
  issues?.filter(({ path }) => path !== undefined) ?? [];

const choiceWords = ({ expected, input }: Issue): string => {
  const choices = unquoted(expected ?? "").split(" | ");
  const near = typeof input === "string" ? nearWord(input, choices) : null;
  return `must be one of ${choices.join(", ")}${near === null ? "" : `: did you mean \`${near}\`?`}`;
};
const words = (issue: Issue): string => {
  if (issue.message !== "") return issue.message;
  if (issue.kind === "validation") return measured(issue) ?? "does not fit";
  if (issue.received === "undefined") return "is missing";
  if (issue.expected === "never") return "is not a field here";
  if (issue.type === "picklist" || issue.type === "literal") return choiceWords(issue);
  const wanted = kinds[issue.type];
  return wanted === undefined
    ? `must be ${unquoted(issue.expected ?? "")
        .split(" | ")
        .map((kind) => kinds[kind.toLowerCase()] ?? kind)
        .join(" or ")}, not ${kindOf(issue.input)}`
    : `must be ${wanted}, not ${kindOf(issue.input)}`;
};

const codeOf = ({ kind, type, received, expected, input }: Issue): string => {
  if (/^max_(?:length|entries|value)$/u.test(type)) return "FIELD_OVERSIZED";
  if (kind === "validation") return "FIELD_INVALID";
  if (received === "undefined") return "KEY_MISSING";
  if (expected === "never") return "FIELD_UNKNOWN";
  return type === "picklist" && typeof input === "string" ? "VALUE_UNKNOWN" : "TYPE_WRONG";
};

/** The JSON pointer (RFC 6901) through these keys. */
export const pointerOf = (...keys: readonly unknown[]): string =>
  keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const findingsOf = (issue: Issue, at: string): readonly Finding[] => {
  const pointer = `${at}${pointerOf(...(issue.path ?? []).map(({ key }) => key))}`;
  const inner = issue.type === "union" ? nearest(issue) : [];
  if (inner.length > 0) return inner.flatMap((one) => findingsOf(one, pointer));
  return [{ pointer, text: words(issue), code: codeOf(issue) }];
};

/** All findings, not only the first. */
export const read = <S extends Schema>(schema: S, value: unknown): ReadResult<v.InferOutput<S>> => {
  // Without a message of the library's own, each that an issue has is a schema's.
  const { success, output, issues } = v.safeParse(schema, value, { message: "" });
  if (success) return { value: output };
  const [first, ...rest] = issues.flatMap((issue) => findingsOf(issue, ""));
  return { findings: [first ?? { pointer: "", text: "does not fit" }, ...rest] };
};

/** Parses a valid value to its type. Throws if it is invalid */
export const valueOf = <S extends Schema>(schema: S, value: unknown): Of<S> =>
  v.parse(schema, value);

/** Empty if the value is valid. */
export const findingsIn = (schema: Schema, value: unknown): readonly Finding[] => {
  const found = read(schema, value);
  return "findings" in found ? found.findings : [];
};

export const fits = <S extends Schema>(schema: S, value: unknown): value is Of<S> =>
  v.is(schema, value);
