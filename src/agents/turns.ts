// Why: Claude Code and Qwen Code tell their turns in one form, that of Anthropic's messages; what is under way is read from it in one place.
import { allEnded, listOf, partOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";

export const partsOf = (event: StreamEvent, type: "assistant" | "user"): readonly StreamEvent[] =>
  event["type"] === type ? listOf(partOf(event, "message"), "content") : [];

/** A tool is told when it is called and when it has ended; what goes on behind a turn that is over is the program's own. */
export const waitsForModel = (events: readonly StreamEvent[]): boolean => {
  if (events.length === 0 || events.at(-1)?.["type"] === "result") return false;
  const ended = events.flatMap((event) => partsOf(event, "user")).map((part) => part["tool_use_id"]);
  const called = events
    .flatMap((event) => partsOf(event, "assistant"))
    .flatMap((part) => (part["type"] === "tool_use" ? [part["id"]] : []));
  return allEnded(called, ended);
};
