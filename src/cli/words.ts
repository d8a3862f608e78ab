// Why: times, senders and events read the same in every verb's text.
import type { Sender } from "../core/protocol.ts";
import { isRecord } from "../core/record.ts";
import type { ViewNode } from "../core/view.ts";
import { cleanLine } from "./clean.ts";

/** `12 s`, `4 min`, `1 h 12 min`, `3 d 2 h`. */
export const span = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600), Math.floor(seconds / 86_400)];
  if (days > 0) return `${days} d${hours % 24 > 0 ? ` ${hours % 24} h` : ""}`;
  if (hours > 0) return `${hours} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ""}`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
};

/** `person:ana`, `agent:worker/codex`, `engine`. */
export const sender = (by: Pick<Sender, "kind" | "name" | "agent">): string => {
  if (by.kind === "engine") return "engine";
  return cleanLine(`${by.kind}:${by.name}${typeof by.agent === "string" && by.agent !== "" ? `/${by.agent}` : ""}`);
};

/** `1 event`, `3 events`. */
export const count = (n: number, one: string, several = `${one}s`): string => `${n} ${n === 1 ? one : several}`;

/** Who will take what is still to be begun. */
export const taker = ({ by }: ViewNode): readonly string[] =>
  by === undefined ? [] : [`by ${by === null ? "nobody yet" : cleanLine(by)}`];

/** Digests, tokens and the like say nothing to people; `cairn log --json` has them. */
const isOpaque = (text: string): boolean => /^[0-9a-f]{32,}$/.test(text);

const plain = (key: string, value: unknown): readonly string[] => {
  if (typeof value === "string") return value === "" || isOpaque(value) ? [] : [`${key}=${cleanLine(value).slice(0, 60)}`];
  if (typeof value === "number" || typeof value === "boolean") return [`${key}=${value}`];
  if (Array.isArray(value)) return value.length === 0 ? [] : [`${key}: ${value.length}`];
  return isRecord(value) && typeof value["name"] === "string" ? [`${key}=${cleanLine(value["name"])}`] : [];
};

/** The first plain fields of an event's data in one line: `task=2 attempt=1 passed=true`; lists by their length. */
export const brief = (data: unknown, most = 120): string => {
  const parts = isRecord(data) ? Object.entries(data).flatMap(([key, value]) => plain(key, value)) : [];
  let line = "";
  for (const part of parts) {
    if (line.length + part.length > most) return `${line} …`;
    line = line === "" ? part : `${line} ${part}`;
  }
  return line;
};
