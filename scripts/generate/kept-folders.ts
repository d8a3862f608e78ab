// The table of docs/guide/agents.md that says what a fenced agent program has of its user's, made from what its driver declares.
import { basename } from "node:path";
import type { Driver } from "../../src/agents/agent.ts";
import { claudeCodeDriver } from "../../src/agents/claude-code.ts";
import { codexDriver } from "../../src/agents/codex.ts";
import { geminiDriver } from "../../src/agents/gemini.ts";
import { opencodeDriver } from "../../src/agents/opencode.ts";
import { qwenDriver } from "../../src/agents/qwen.ts";
import type { StateFolder } from "../../src/core/agents/state-folder.ts";
import type { Generator } from "./generators.ts";
import { table, withPart } from "./markdown.ts";

const path = "docs/guide/agents.md";
const marks = [
  "<!-- Made by `npm run generate` from src/agents: don't edit it. -->",
  "<!-- /made -->",
] as const;

const where = { root: "/", path: "" };
const drivers: readonly Driver[] = [
  claudeCodeDriver,
  codexDriver,
  geminiDriver,
  opencodeDriver,
  qwenDriver,
].map((driver) => driver(where));

const names = (paths: readonly string[]): string =>
  paths.map((one) => (one === "." ? "all of it" : `\`${one}\``)).join(", ");

const folderOf = ({ path: folder, variable, around }: StateFolder): string => {
  const last = `/${basename(folder)}`;
  return `\`~/${folder}\`${variable === undefined ? "" : `, or \`$${variable}\``}${around === undefined ? "" : `, or \`$${around}${last}\``}`;
};

const back = ({ logins, returns, sessions }: StateFolder): string =>
  [
    ...(logins.length === 0 ? [] : [`${names(logins)} where it was renewed`]),
    ...(returns === null
      ? []
      : [
          `conversations of the job's own folder: ${names(returns.ends.map((one) => `*${one}`))} in ${names(sessions)}`,
        ]),
  ].join("; ") || "nothing";

const rowOf = (name: string, folder: StateFolder): readonly string[] => {
  const beside = (folder.beside ?? []).map((one) => `~/${one}`);
  return [
    `\`${name}\``,
    folderOf(folder),
    names([...folder.copies, ...beside]),
    names(folder.sessions) || "nothing",
    back(folder),
  ];
};

export const keptFolders: Generator = {
  path,
  make: async () => {
    const rows = drivers.flatMap(({ name, state = [] }) =>
      state.map((folder) => rowOf(name, folder)),
    );
    const head = [
      "driver",
      "folder",
      "copied in for each job",
      "kept for its next attempt",
      "comes back to you",
    ];
    const keys = drivers.flatMap(({ name, keys: some = [] }) =>
      some.map((one) => [
        `\`${name}\``,
        names(one.names),
        one.where === undefined ? "" : names([one.where]),
      ]),
    );
    const keyHead = ["driver", "variables that its jobs alone get", "only where this is set"];
    return withPart(path, marks, `${table(head, rows)}\n\n${table(keyHead, keys)}`);
  },
};
