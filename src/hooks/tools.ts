// Names of editing and shell tools per agent program, with paths, commands and exits of a call.
import type { HookCall } from "./hook-call.ts";

/** `Edit` and the like: Claude Code; `apply_patch`: Codex; `replace`, `edit`, `write_file`: Gemini CLI and Qwen Code. */
export const editing = {
  claude: ["Edit", "MultiEdit", "Write", "NotebookEdit"],
  codex: ["apply_patch"],
  gemini: ["write_file", "replace"],
  qwen: ["write_file", "edit", "notebook_edit"],
} as const;
const edits: ReadonlySet<string> = new Set(Object.values(editing).flat());
const shells: ReadonlySet<string> = new Set(["Bash", "run_shell_command"]);

const fields = ["file_path", "notebook_path", "absolute_path", "path"];
const patched = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gmu;

const textsOf = (value: unknown): readonly string[] =>
  typeof value === "string" && value !== "" ? [value] : [];

/** The files that a call would change, as it names them; none where it changes none, or doesn't say. */
export const editedBy = ({ tool, input }: Pick<HookCall, "tool" | "input">): readonly string[] => {
  if (!edits.has(tool)) return [];
  if (tool !== "apply_patch") return fields.flatMap((name) => textsOf(input[name])).slice(0, 1);
  const patch = Object.values(input).flatMap(textsOf).join("\n");
  return [...patch.matchAll(patched)].map(([, path = ""]) => path.trim());
};

/** The command of a call of a shell; null: it is none. */
export const commandOf = ({ tool, input }: Pick<HookCall, "tool" | "input">): string | null => {
  const command = input["command"];
  return shells.has(tool) && typeof command === "string" && command.trim() !== ""
    ? command.trim()
    : null;
};

const numberBehind = (pattern: RegExp, text: string): number | null => {
  const last = [...text.matchAll(pattern)].at(-1)?.[1];
  return last === undefined ? null : Number(last);
};

/**
 * The exit code that the program tells of; null: it doesn't. Claude Code tells a failure by its event and names no 0, Gemini CLI names no 0 either,
 * Qwen Code names each, Codex none. A command's own output may pretend one: what is made of it is a claim.
 */
export const exitOf = ({
  tool,
  event,
  went,
  response,
}: Pick<HookCall, "tool" | "event" | "went" | "response">): number | null => {
  if (tool === "run_shell_command")
    return numberBehind(/^Exit Code: (\d+)$/gmu, response) ?? (event === "AfterTool" ? 0 : null);
  if (went === "badly") return numberBehind(/^Exit code (\d+)/gu, response);
  return went === "well" ? 0 : null;
};
