// Two columns of help: names, and texts that wrap within their own column.
import { columns, pad, wrap } from "./layout.ts";

/** Two columns: a name, and a text that wraps within its own column. */
export const listing = (rows: readonly (readonly [string, string])[], width: number): string => {
  const first = Math.min(28, Math.max(0, ...rows.map(([name]) => columns(name))));
  return rows
    .map(([name, means]) => {
      const indent = first + 4;
      const text = wrap(means, Math.max(24, width - indent), 0).replaceAll(
        "\n",
        `\n${" ".repeat(indent)}`,
      );
      return columns(name) > first
        ? `  ${name}\n${" ".repeat(indent)}${text}`
        : `  ${pad(name, first)}  ${text}`;
    })
    .join("\n");
};
