// Reader of hook calls: one form for the similar JSON of all agent programs.
import { isRecord } from "../core/record.ts";

/** begin: a conversation begins or is taken up. before, after: a call of a tool. stop: a turn is over, and the program would wait for its user. */
export type Moment = "begin" | "before" | "after" | "stop";

export type HookCall = {
  readonly is: Moment;
  /** The program's own name of the moment: its answer must repeat it. */
  readonly event: string;
  /** "": not told. */
  readonly conversation: string;
  /** A helper that the conversation started, which has a turn of its own; null: it is the conversation itself. */
  readonly helper: string | null;
  /** From where relative paths count; null: not told. */
  readonly cwd: string | null;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the tool answered, as one text. */
  readonly response: string;
  /** What the program says of a call by its form, where it has one for it; null: it hasn't. */
  readonly went: "well" | "badly" | null;
  /** The last message of the turn. */
  readonly message: string;
  /** Why the conversation begins: its past was cut down to a summary. */
  readonly compacted: boolean;
  /** The program goes on already because a hook told it to. */
  readonly again: boolean;
};

/** By their names in Claude Code, Codex and Qwen Code, and in Gemini CLI. */
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

export const momentOf = (event: string): Moment | null =>
  Object.hasOwn(moments, event) ? (moments[event] ?? null) : null;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const idOf = (value: unknown): string => textOf(value).replaceAll("\n", " ");
/** The texts of an answer, one a line: some programs give one text, others lists and objects of them. */
const textsIn = (value: unknown, levels = 6): string => {
  if (typeof value === "string") return value;
  if (levels === 0 || typeof value !== "object" || value === null) return "";
  return Object.values(value)
    .map((part: unknown) => textsIn(part, levels - 1))
    .filter((text) => text !== "")
    .join("\n");
};

/** Claude Code tells a command that failed by an event of its own, and of one that goes on behind the turn nobody knows the end. */
const wentOf = (event: string, response: unknown): HookCall["went"] => {
  if (event === "PostToolUseFailure") return "badly";
  return isRecord(response) &&
    response["interrupted"] === false &&
    response["backgroundTaskId"] === undefined
    ? "well"
    : null;
};

/** null: it is nothing that cairn has anything to say to. */
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
