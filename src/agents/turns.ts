// Parser of turns in the form of Anthropic's messages, for Claude Code and Qwen Code.
import type { CallEnd, TranscriptEvent } from "../core/agents/transcript.ts";
import { callOf, changedIn, sizeOf } from "./calls.ts";
import { allEnded, listOf, partOf, textOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";

export const partsOf = (event: StreamEvent, type: "assistant" | "user"): readonly StreamEvent[] =>
  event["type"] === type ? listOf(partOf(event, "message"), "content") : [];

/** Tools are reported at their call and end; background work after a turn belongs to the program. */
export const waitsForModel = (events: readonly StreamEvent[]): boolean => {
  if (events.length === 0 || events.at(-1)?.["type"] === "result") return false;
  const ended = events
    .flatMap((event) => partsOf(event, "user"))
    .map((part) => part["tool_use_id"]);
  const called = events
    .flatMap((event) => partsOf(event, "assistant"))
    .flatMap((part) => (part["type"] === "tool_use" ? [part["id"]] : []));
  return allEnded(called, ended);
};

const said = (text: string, is: "said" | "thought" = "said"): readonly TranscriptEvent[] =>
  text.trim() === "" ? [] : [{ is, text }];

/** A tool's answer as one text. */
const answerOf = (part: StreamEvent): string =>
  textOf(part["content"]) ||
  listOf(part, "content")
    .map((one) => textOf(one["text"]))
    .join("\n");

const patchOf = (event: StreamEvent): Pick<CallEnd, "added" | "removed"> => {
  const result = partOf(event, "tool_use_result");
  const hunks = listOf(result, "structuredPatch");
  const lines = hunks.flatMap(({ lines: own }) => (Array.isArray(own) ? own.map(textOf) : []));
  if (hunks.length > 0) return changedIn(lines);
  return result["type"] === "create" ? { removed: 0 } : {};
};

/** Transcript events of one stream event: text, thoughts, tool calls and results. A sub-agent's text is skipped, its calls are kept. */
export const hearTurn = (event: StreamEvent): readonly TranscriptEvent[] => {
  const own =
    textOf(event["parent_tool_use_id"]) === "" &&
    partOf(event, "message")["model"] !== "<synthetic>";
  const told = partsOf(event, "assistant").flatMap((part): readonly TranscriptEvent[] => {
    const { type } = part;
    if (type === "tool_use")
      return [{ ...callOf(textOf(part["name"]), partOf(part, "input")), id: textOf(part["id"]) }];
    if (!own) return [];
    return type === "text"
      ? said(textOf(part["text"]))
      : type === "thinking"
        ? said(textOf(part["thinking"]), "thought")
        : [];
  });
  const ended = partsOf(event, "user").flatMap((part): readonly TranscriptEvent[] => {
    if (part["type"] !== "tool_result") return [];
    const [answer, good] = [answerOf(part), part["is_error"] !== true];
    const exit = /^(?:Error: )?Exit code:? (\d+)/u.exec(answer)?.[1];
    const end = {
      is: "ended",
      id: textOf(part["tool_use_id"]),
      good,
      exit: exit === undefined ? null : Number(exit),
    } as const;
    return [{ ...end, bytes: sizeOf(answer), ...patchOf(event) }];
  });
  return [...told, ...ended];
};
