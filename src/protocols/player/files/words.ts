// Status vocabulary of sessions, with other players' aliases, for check, adoption and edits.
import { ownOf } from "../../../core/json/own.ts";
import type { Words } from "../../../kit/document/keys.ts";
import type { NodeStatus, Status } from "../state.ts";

export const runStatus = {
  words: ["running", "paused", "completed", "failed", "aborted", "archived"],
  former: {
    in_progress: "running",
    active: "running",
    done: "completed",
    complete: "completed",
    error: "failed",
    cancelled: "aborted",
    canceled: "aborted",
  },
  anyCase: true,
  code: "VALUE_UNKNOWN",
  what: "status of a run",
  otherwise: "; it is read as paused",
} as const satisfies Words<RunWord>;

export const nodeStatus = {
  words: ["pending", "running", "completed", "skipped", "failed"],
  former: {
    in_progress: "running",
    done: "completed",
    complete: "completed",
    success: "completed",
    error: "failed",
    skip: "skipped",
  },
  anyCase: true,
  code: "VALUE_UNKNOWN",
  what: "status of a node",
  otherwise: "; what became of it is asked",
} as const satisfies Words<NodeStatus>;

/** `archived`: completed, and its folder moved to the archive. */
export type RunWord = Status | "archived";

const meaning = <T extends string>({ words, former = {} }: Words<T>, text: string): T | null => {
  const like = text.toLowerCase();
  return words.find((word) => word === like) ?? ownOf(former, like) ?? null;
};
/** Case-insensitive; returns null for an unknown word. */
export const runWord = (text: string): RunWord | null => meaning<RunWord>(runStatus, text);
export const nodeWord = (text: string): NodeStatus | null => meaning<NodeStatus>(nodeStatus, text);
