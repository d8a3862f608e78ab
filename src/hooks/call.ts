// Reader of hook calls: one form for the similar JSON of all agent programs, and the files that a call would edit.
import { isRecord } from "../core/json/record.ts";
import { ownOf } from "../core/json/own.ts";

/** begin: a conversation starts or resumes. before: a tool is called. stop: a turn ends and the program would wait for its user. */
type Moment = "begin" | "before" | "stop";

export type HookCall = {
  readonly is: Moment;
  /** Base of relative paths; null: not reported. */
  readonly cwd: string | null;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The final message of the turn. */
  readonly message: string;
  /** Whether the conversation begins because its history was compacted. */
  readonly compacted: boolean;
  /** Whether the program already continues because of a hook, or a sub-agent's turn ends, which the job outlasts. A program that doesn't tell might never stop. */
  readonly goesOn: boolean;
};

/** Names in Claude Code, Codex and Qwen Code, and in Gemini CLI. */
const moments: Readonly<Record<string, Moment>> = {
  SessionStart: "begin",
  PreToolUse: "before",
  BeforeTool: "before",
  Stop: "stop",
  AfterAgent: "stop",
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** null: nothing is told. Throws for an event that cairn doesn't handle, and for text that is no JSON. */
export const callIn = (event: string, text: string): HookCall | null => {
  const is = ownOf(moments, event);
  if (is === undefined) throw new Error(`nothing is known of ${event.slice(0, 64)}`);
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) return null;
  const input = value["tool_input"];
  return {
    is,
    cwd: textOf(value["cwd"]) || null,
    tool: textOf(value["tool_name"]),
    input: isRecord(input) ? input : {},
    message: textOf(value["last_assistant_message"]) || textOf(value["prompt_response"]),
    compacted: value["source"] === "compact",
    goesOn: value["stop_hook_active"] !== false || textOf(value["agent_id"]) !== "",
  };
};

/** Names of the tools that edit files. */
export const editing = {
  claude: ["Edit", "MultiEdit", "Write", "NotebookEdit"],
  codex: ["apply_patch"],
  gemini: ["write_file", "replace"],
  qwen: ["write_file", "edit", "notebook_edit"],
} as const;
const edits: ReadonlySet<string> = new Set(Object.values(editing).flat());

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
