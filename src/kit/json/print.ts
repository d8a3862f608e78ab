// JSON printer with explicit key order and raw parts: unknown keys return as they were.

/** JSON text inserted unchanged. */
type Raw = { readonly raw: string };
/** Keys in the order of writing. */
export type Ordered = { readonly entries: readonly (readonly [string, Json])[] };
export type Json = string | number | boolean | null | readonly Json[] | Ordered | Raw;

export const raw = (text: string): Raw => ({ raw: text });

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const lines = (parts: readonly string[], ends: "[]" | "{}", indent: string): string =>
  parts.length === 0
    ? ends
    : `${ends.charAt(0)}\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}${ends.charAt(1)}`;

const text = (value: Json, indent: string): string => {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}  `;
  if (isList(value)) {
    const parts = value.map((entry) => text(entry, inner));
    return lines(parts, "[]", indent);
  }
  if ("raw" in value) return value.raw;
  const put = ([key, entry]: readonly [string, Json]): string =>
    `${JSON.stringify(key)}: ${text(entry, inner)}`;
  return lines(value.entries.map(put), "{}", indent);
};

/** Printed once, for repeated insertion at this depth. */
export const fixed = (value: Json, depth: number): Raw => raw(text(value, "  ".repeat(depth)));
/** Two spaces, LF, a final newline: the format of JSON.stringify(value, null, 2). */
export const printed = (value: Json): string => `${text(value, "")}\n`;
