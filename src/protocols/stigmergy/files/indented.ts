// Why: what was found or given by hand goes into the file word for word, and only the blanks between its parts become the file's own.
import type { JsonNode } from "../../../core/json.ts";

/** A value as the source writes it, its lists and objects laid out anew behind `indent`. */
export const indented = (source: string, node: JsonNode, indent: string): string => {
  const inner = `${indent}  `;
  const lines = (open: string, parts: readonly string[], close: string): string =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
  if (node.is === "array")
    return lines(
      "[",
      node.items.map((item) => indented(source, item, inner)),
      "]",
    );
  if (node.is === "object")
    return lines(
      "{",
      node.members.map(
        ({ key, value }) => `${JSON.stringify(key)}: ${indented(source, value, inner)}`,
      ),
      "}",
    );
  return source.slice(node.at, node.end);
};
