// Reader of hook calls: one form for the similar JSON of all agent programs.
import { isRecord } from "../core/json/record.ts";
import { ownOf } from "../core/json/own.ts";

/** begin: a conversation starts or resumes. before: a tool call. stop: a turn ends and the program would wait for its user. */
export type Moment = "begin" | "before" | "stop";

export type HookCall = {
  readonly is: Moment;
  /** The program's own event name, which the answer must repeat. */
  readonly event: string;
  /** Base of relative paths; null: not reported. */
  readonly cwd: string | null;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The final message of the turn. */
  readonly message: string;
  /** Whether the conversation begins because its history was compacted. */
  readonly compacted: boolean;
  /** Whether the program already continues because of a hook; null: not reported. */
  readonly again: boolean | null;
};

/** Names in Claude Code, Codex and Qwen Code, and in Gemini CLI. */
const moments: Readonly<Record<string, Moment>> = {
  SessionStart: "begin",
  PreToolUse: "before",
  BeforeTool: "before",
  Stop: "stop",
  AfterAgent: "stop",
};

export const momentOf = (event: string): Moment | null => ownOf(moments, event) ?? null;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
/** null: cairn doesn't handle this event. */
export const callIn = (event: string, text: string): HookCall | null => {
  const is = momentOf(event);
  const value: unknown = JSON.parse(text);
  if (is === null || !isRecord(value)) return null;
  const input = value["tool_input"];
  return {
    is,
    event,
    cwd: textOf(value["cwd"]) || null,
    tool: textOf(value["tool_name"]),
    input: isRecord(input) ? input : {},
    message: textOf(value["last_assistant_message"]) || textOf(value["prompt_response"]),
    compacted: value["source"] === "compact",
    again: typeof value["stop_hook_active"] === "boolean" ? value["stop_hook_active"] : null,
  };
};

/** Tool names: `Edit` etc. in Claude Code; `apply_patch` in Codex; `replace`, `edit`, `write_file` in Gemini CLI and Qwen Code. */
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
