// Insertion, removal and replacement in JSON settings: all other bytes stay.
import type { JsonNode } from "./json.ts";

type Container = Extract<JsonNode, { readonly is: "object" | "array" }>;
type Span = { readonly from: number; readonly end: number };

const partsOf = (node: Container): readonly Span[] =>
  node.is === "array"
    ? node.items.map(({ at, end }) => ({ from: at, end }))
    : node.members.map(({ keyAt, value }) => ({ from: keyAt, end: value.end }));

/** The indentation of the line at this position. */
const indentAt = (text: string, at: number): string =>
  /^[ \t]*/u.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))?.[0] ?? "";

/** One level of the text's own indentation. */
export const stepOf = (text: string): string => /^[ \t]+(?=")/mu.exec(text)?.[0] ?? "  ";

const lineEndOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

const written = (text: string, value: unknown, inner: string): string =>
  JSON.stringify(value, null, stepOf(text)).replaceAll("\n", `${lineEndOf(text)}${inner}`);

/** Replaces one value. */
export const replaced = (text: string, node: JsonNode, value: unknown): string =>
  text.slice(0, node.at) + written(text, value, indentAt(text, node.at)) + text.slice(node.end);

/** Appends a value, or with `key` a member, to a list or an object. */
export const added = (text: string, node: Container, value: unknown, key?: string): string => {
  const [step, eol] = [stepOf(text), lineEndOf(text)];
  const last = partsOf(node).at(-1);
  const inner = `${indentAt(text, node.at)}${step}`;
  const part = `${key === undefined ? "" : `${JSON.stringify(key)}: `}${written(text, value, inner)}`;
  if (last === undefined) {
    const [open, close] = node.is === "array" ? ["[", "]"] : ["{", "}"];
    return `${text.slice(0, node.at)}${open}${eol}${inner}${part}${eol}${indentAt(text, node.at)}${close}${text.slice(node.end)}`;
  }
  const before = indentAt(text, last.from) || inner;
  const flat = !text.slice(node.at, last.from).includes("\n");
  return `${text.slice(0, last.end)},${flat ? " " : `${eol}${before}`}${part}${text.slice(last.end)}`;
};
