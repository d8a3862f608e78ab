// Names of editing and shell tools per agent program, with paths, commands and exits of a call.
import type { HookCall } from "./hook-call.ts";

/** Tool names: `Edit` etc. in Claude Code; `apply_patch` in Codex; `replace`, `edit`, `write_file` in Gemini CLI and Qwen Code. */
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

/** The files that a call names as its targets; empty if it edits none or doesn't name them. */
export const editedBy = ({ tool, input }: Pick<HookCall, "tool" | "input">): readonly string[] => {
  if (!edits.has(tool)) return [];
  if (tool !== "apply_patch") return fields.flatMap((name) => textsOf(input[name])).slice(0, 1);
  const patch = Object.values(input).flatMap(textsOf).join("\n");
  return [...patch.matchAll(patched)].map(([, path = ""]) => path.trim());
};

/** The command of a shell call; null: not a shell call. */
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
 * The reported exit code; null: none. Claude Code reports failures by an event and omits 0; Gemini
 * CLI omits 0; Qwen Code reports all; Codex none. Output can fake a code: it is only a claim.
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
