// Reader of hook calls: one form for the similar JSON of all agent programs.
import { isRecord } from "../core/json/record.ts";
import { ownOf } from "../core/json/own.ts";

/** begin: a conversation starts or resumes. before, after: a tool call. stop: a turn ends and the program would wait for its user. */
export type Moment = "begin" | "before" | "after" | "stop";

export type HookCall = {
  readonly is: Moment;
  /** The program's own event name, which the answer must repeat. */
  readonly event: string;
  /** "": not reported. */
  readonly conversation: string;
  /** A sub-agent of the conversation with turns of its own; null: the conversation itself. */
  readonly helper: string | null;
  /** Base of relative paths; null: not reported. */
  readonly cwd: string | null;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The tool's output as one text. */
  readonly response: string;
  /** The outcome that the form of the program's report implies; null: it implies none. */
  readonly went: "well" | "badly" | null;
  /** The final message of the turn. */
  readonly message: string;
  /** Whether the conversation begins because its history was compacted. */
  readonly compacted: boolean;
  /** Whether the program already continues because of a hook. */
  readonly again: boolean;
};

/** Names in Claude Code, Codex and Qwen Code, and in Gemini CLI. */
const moments: Readonly<Record<string, Moment>> = {
  SessionStart: "begin",
  PreToolUse: "before",
  BeforeTool: "before",
  PostToolUse: "after",
  PostToolUseFailure: "after",
  AfterTool: "after",
  Stop: "stop",
  SubagentStop: "stop",
  AfterAgent: "stop",
};

export const momentOf = (event: string): Moment | null => ownOf(moments, event) ?? null;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const idOf = (value: unknown): string => textOf(value).replaceAll("\n", " ");
/** Text parts of a response, one per line: some programs send one text, others lists and objects. */
const textsIn = (value: unknown, levels = 6): string => {
  if (typeof value === "string") return value;
  if (levels === 0 || typeof value !== "object" || value === null) return "";
  return Object.values(value)
    .map((part: unknown) => textsIn(part, levels - 1))
    .filter((text) => text !== "")
    .join("\n");
};

/** Claude Code reports a failed command by a separate event; the outcome of a background command is unknown. */
const wentOf = (event: string, response: unknown): HookCall["went"] => {
  if (event === "PostToolUseFailure") return "badly";
  return isRecord(response) &&
    response["interrupted"] === false &&
    response["backgroundTaskId"] === undefined
    ? "well"
    : null;
};

/** null: cairn doesn't handle this event. */
export const callIn = (event: string, text: string): HookCall | null => {
  const is = momentOf(event);
  const value: unknown = JSON.parse(text);
  if (is === null || !isRecord(value)) return null;
  const input = value["tool_input"];
  const helper = idOf(value["agent_id"]);
  return {
    is,
    event,
    conversation: idOf(value["session_id"]),
    helper: helper === "" ? null : helper,
    cwd: textOf(value["cwd"]) || null,
    tool: textOf(value["tool_name"]),
    input: isRecord(input) ? input : {},
    response: textsIn(value["tool_response"] ?? value["error"]),
    went: wentOf(event, value["tool_response"]),
    message: textOf(value["last_assistant_message"]) || textOf(value["prompt_response"]),
    compacted: value["source"] === "compact",
    again: value["stop_hook_active"] === true,
  };
};
