// Reader of Codex items, each reported at its beginning and at its completion.
import type { Call, CallEnd, TranscriptEvent } from "../core/agents/transcript.ts";
import type { Usage } from "../core/agents/usage.ts";
import { callOf, sizeOf } from "./calls.ts";
import { cachedOf, listOf, numberOf, partOf, textOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";

/** Usage of the whole conversation, including previous attempts. */
export const usageOf = (ended: StreamEvent): Usage => {
  const usage = partOf(ended, "usage");
  return {
    input: numberOf(usage["input_tokens"]),
    output: numberOf(usage["output_tokens"]),
    cost: null,
    ...cachedOf(usage["cached_input_tokens"]),
    whole: true,
  };
};

/** A change of several files counts as one call each. */
const callsOf = (item: StreamEvent): readonly (Call & { readonly id: string })[] => {
  const id = textOf(item["id"]);
  switch (item["type"]) {
    case "command_execution":
      return [{ ...callOf("shell", item), id }];
    case "file_change":
      return listOf(item, "changes").map((change, n) => ({
        is: "edited",
        path: textOf(change["path"]),
        added: null,
        removed: null,
        id: `${id}.${n}`,
      }));
    case "mcp_tool_call":
      return [{ is: "asked", tool: textOf(item["server"]), about: textOf(item["tool"]), id }];
    case "web_search":
      return [{ is: "asked", tool: "web", about: textOf(item["query"]), id }];
    default:
      return [];
  }
};

const endOf = (item: StreamEvent): Omit<CallEnd, "id"> => {
  const output = item["aggregated_output"];
  return {
    is: "ended",
    good: item["status"] !== "failed",
    exit: numberOf(item["exit_code"]),
    bytes: typeof output === "string" ? sizeOf(output) : null,
  };
};

const wordsOf = (item: StreamEvent): readonly TranscriptEvent[] => {
  const text = textOf(item["text"]);
  if (item["type"] === "error") return [{ is: "error", text: textOf(item["message"]) }];
  if (text.trim() === "") return [];
  if (item["type"] === "agent_message") return [{ is: "said", text }];
  return item["type"] === "reasoning" ? [{ is: "thought", text }] : [];
};

export const hearItem = (event: StreamEvent): readonly TranscriptEvent[] => {
  const item = partOf(event, "item");
  switch (event["type"]) {
    case "item.started":
      return callsOf(item);
    case "item.completed": {
      const calls = callsOf(item);
      // Some items are reported only on completion: their call is reported again then, and counts once.
      return [
        ...wordsOf(item),
        ...calls.flatMap((call) => [call, { ...endOf(item), id: call.id }]),
      ];
    }
    case "turn.completed":
      return [{ is: "used", usage: usageOf(event) }];
    case "turn.failed":
      return [{ is: "error", text: textOf(partOf(event, "error")["message"]) || "failed" }];
    case "error":
      return [{ is: "error", text: textOf(event["message"]) }];
    default:
      return [];
  }
};
