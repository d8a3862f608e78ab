// One-line text of an event, in its protocol's words, with its sender.
import { cleanLine } from "./clean.ts";
import type { Protocol, Sender } from "../protocol.ts";
import { isRecord } from "../json/record.ts";
import { isRefusal, type Refusal } from "../refusal.ts";
import type { Recorded } from "../row.ts";

/** Validates a stored sender, which may be missing in a damaged row. */
export const isSender = (value: unknown): value is Sender =>
  isRecord(value) && typeof value["kind"] === "string" && typeof value["name"] === "string";

/** `person:ana`, `agent:worker/codex`, `engine`. */
export const sender = ({ kind, name, agent }: Pick<Sender, "kind" | "name" | "agent">): string => {
  const by = typeof agent === "string" && agent !== "" ? `${name}/${agent}` : name;
  return kind === "engine" ? kind : cleanLine(`${kind}:${by}`);
};

/** Digests, tokens and similar values are hidden; `cairn log --json` shows them. */
const isOpaque = (text: string): boolean => /^[0-9a-f]{32,}$/.test(text);

const plain = (key: string, value: unknown): readonly string[] => {
  if (typeof value === "string")
    return value === "" || isOpaque(value) ? [] : [`${key}=${cleanLine(value).slice(0, 60)}`];
  if (typeof value === "number" || typeof value === "boolean") return [`${key}=${value}`];
  if (Array.isArray(value)) return value.length === 0 ? [] : [`${key}: ${value.length}`];
  return isRecord(value) && typeof value["name"] === "string"
    ? [`${key}=${cleanLine(value["name"])}`]
    : [];
};

/** The first plain fields of an event's data in one line: `task=2 attempt=1 passed=true`; lists as their length. */
const fieldsOf = (data: unknown, most = 120): string => {
  const parts = isRecord(data)
    ? Object.entries(data).flatMap(([key, value]) => plain(key, value))
    : [];
  let line = "";
  for (const part of parts) {
    if (line.length + part.length > most) return `${line} …`;
    line = line === "" ? part : `${line} ${part}`;
  }
  return line;
};

export type Teller = (event: Recorded) => string;
/** Tells an event in its protocol's words, else its plain fields; one line, safe for terminals. */
export const tellerOf =
  (protocol: Pick<Protocol, "eventLine"> | Refusal): Teller =>
  (event) => {
    try {
      const own = isRefusal(protocol) ? undefined : protocol.eventLine?.(event);
      if (own !== undefined) return cleanLine(own);
    } catch {
      // Not made by these rules: forged, or written by a newer version.
    }
    return fieldsOf(event.data);
  };
