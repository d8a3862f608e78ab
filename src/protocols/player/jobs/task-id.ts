// Task id of a node, fixed before launch: names even a process that was lost at its start.
import { digest } from "../../../core/hash.ts";
import { ownOf } from "../../../core/json/own.ts";
import { stampOf } from "../place.ts";
import type { State } from "../state.ts";

const prefixes: Readonly<Record<string, string>> = {
  gemini: "gem",
  qwen: "qwn",
  codex: "cdx",
  claude: "cld",
  opencode: "opc",
};

const prefixOf = (tool: string): string =>
  ownOf(prefixes, tool) ??
  tool
    .toLowerCase()
    .replace(/[^a-z]/gu, "")
    .slice(0, 3)
    .padEnd(3, "x");

/** Example: `gem-143514-x7k2`. Consists of the tool, the time at which the node became due, and a hash of run and job. */
export const taskId = (state: State, tool: string, key: string): string => {
  const hash = parseInt(digest(`${state.run}\n${key}`).slice(0, 10), 16)
    .toString(36)
    .padStart(4, "0")
    .slice(-4);
  return `${prefixOf(tool)}-${stampOf(state.updatedAt).slice(9)}-${hash}`;
};
