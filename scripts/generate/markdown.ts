// Helpers of the generators for Markdown: table cells, tables, list of protocols.
import { protocols as loaders } from "../../src/open.ts";

/** All protocols that there are, in the order of the pages. */
export const protocols = await Promise.all(Object.values(loaders).map((load) => load()));

export const cell = (text: string): string =>
  text.replaceAll("|", "\\|").replaceAll("\n", " ").replaceAll("<", "&lt;");

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(" | ")} |`,
    `|${head.map(() => " --- ").join("|")}|`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
