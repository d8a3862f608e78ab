// Helpers of the generators for Markdown: table cells, tables, list of protocols.
import type { Protocol } from "../../src/core/protocol.ts";
import { iterative } from "../../src/protocols/iterative/index.ts";
import { player } from "../../src/protocols/player/index.ts";
import { ralph } from "../../src/protocols/ralph/index.ts";
import { stigmergy } from "../../src/protocols/stigmergy/index.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";

/** All protocols that there are, in the order of the pages. */
export const protocols: readonly Pick<Protocol, "name" | "messages" | "described" | "verbs">[] = [
  ultrawork,
  player,
  iterative,
  stigmergy,
  ralph,
];

export const cell = (text: string): string =>
  text.replaceAll("|", "\\|").replaceAll("\n", " ").replaceAll("<", "&lt;");

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(" | ")} |`,
    `|${head.map(() => " --- ").join("|")}|`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
