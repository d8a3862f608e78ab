// Helpers of the generators for Markdown: table cells, tables, list of protocols.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
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

/**
 * The text of a page with its made part written anew.
 * @param path - of the page, from the top of the repository
 * @param marks - the lines that begin and end the made part; they stay
 * @param made - what stands between them
 * @throws {Error} where the page lacks the marks
 */
export const withPart = async (
  path: string,
  [begin, end]: readonly [string, string],
  made: string,
): Promise<string> => {
  const text = await readFile(join(import.meta.dirname, "../..", path), "utf8");
  const [before, rest] = [text.indexOf(begin), text.indexOf(end)];
  if (before === -1 || rest < before) throw new Error(`${path} lacks the lines of its made part`);
  return `${text.slice(0, before)}${begin}\n\n${made}\n\n${text.slice(rest)}`;
};
