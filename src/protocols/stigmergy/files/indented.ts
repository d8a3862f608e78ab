// Indented printing of stigmergy state files: foreign parts word for word, own blanks between them.
import type { JsonNode } from "../../../core/json/json.ts";

/** A value's source text, with its lists and objects reformatted at `indent`. */
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
