// Classifier of tool calls: agent programs' own tool names become a few kinds, each with its target.
import type { Call } from "../core/agents/transcript.ts";
import { textOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";

type Kind = Exclude<Call["is"], "asked">;

/** By name in lower case without separators. */
const kinds: Readonly<Record<string, Kind>> = {
  bash: "ran",
  shell: "ran",
  runshellcommand: "ran",
  read: "read",
  readfile: "read",
  readmanyfiles: "read",
  view: "read",
  glob: "read",
  grep: "read",
  grepsearch: "read",
  searchfilecontent: "read",
  list: "read",
  listdirectory: "read",
  ls: "read",
  edit: "edited",
  multiedit: "edited",
  notebookedit: "edited",
  patch: "edited",
  replace: "edited",
  write: "edited",
  writefile: "edited",
};

/** Field names for the target of a call, most specific first. */
const abouts = [
  "command",
  "file_path",
  "filePath",
  "absolute_path",
  "notebook_path",
  "pattern",
  "path",
  "query",
  "url",
  "description",
];

const aboutOf = (input: StreamEvent): string => {
  for (const key of abouts) if (textOf(input[key]).trim() !== "") return textOf(input[key]).trim();
  return "";
};

const linesOf = (text: string): readonly string[] =>
  text === "" ? [] : text.replace(/\n$/u, "").split("\n");

/** Counts the changed lines, without the common beginning and end. */
export const differing = (
  was: string,
  is: string,
): { readonly added: number; readonly removed: number } => {
  const [before, after] = [linesOf(was), linesOf(is)];
  let first = 0;
  while (first < before.length && first < after.length && before[first] === after[first])
    first += 1;
  let last = 0;
  const most = Math.min(before.length, after.length) - first;
  while (last < most && before[before.length - 1 - last] === after[after.length - 1 - last])
    last += 1;
  return { added: after.length - first - last, removed: before.length - first - last };
};

const changedBy = (
  input: StreamEvent,
): { readonly added: number | null; readonly removed: number | null } => {
  const [was, is] = [
    input["old_string"] ?? input["oldString"],
    input["new_string"] ?? input["newString"],
  ];
  if (typeof was === "string" && typeof is === "string") return differing(was, is);
  const { content } = input;
  // Only the result may tell the previous content.
  return { added: typeof content === "string" ? linesOf(content).length : null, removed: null };
};

/** Counts changes in a unified diff or its lines. */
export const changedIn = (
  lines: readonly string[],
): { readonly added: number; readonly removed: number } => ({
  added: lines.filter((line) => line.startsWith("+") && !line.startsWith("+++")).length,
  removed: lines.filter((line) => line.startsWith("-") && !line.startsWith("---")).length,
});

/** The inner command of a shell call that only runs that. */
const unwrapped = (command: string): string =>
  /^(?:\/\S*\/)?(?:ba|z)?sh -l?c '([^']*)'$/u.exec(command)?.[1] ?? command;

export const callOf = (tool: string, input: StreamEvent): Call => {
  const [, server, name] = /^mcp__(.+?)__(.+)$/u.exec(tool) ?? [];
  if (server !== undefined && name !== undefined) return { is: "asked", tool: server, about: name };
  const about = aboutOf(input);
  const kind = kinds[tool.toLowerCase().replaceAll(/[_\s-]/gu, "")];
  if (kind === undefined || about === "") return { is: "asked", tool, about };
  if (kind === "ran") return { is: "ran", command: unwrapped(about) };
  return kind === "read"
    ? { is: "read", path: about }
    : { is: "edited", path: about, ...changedBy(input) };
};

export const sizeOf = (text: string): number => Buffer.byteLength(text);
