// Parser of agents' JSON line streams, with lookups in their events; skips cut or foreign lines.
import { parsed } from "../core/json/parsed.ts";
import { isRecord } from "../core/json/record.ts";

export type StreamEvent = Readonly<Record<string, unknown>>;

/** The stream's events in order. */
export const eventsOf = (out: string): readonly StreamEvent[] =>
  out.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return [];
    const event = parsed(line);
    return isRecord(event) ? [event] : [];
  });

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
/** The field's value if it is an object; otherwise empty. */
/** Input tokens read from the program's cache; empty if not reported. */
export const cachedOf = (value: unknown): { readonly cached?: number } => {
  const cached = numberOf(value);
  return cached === null ? {} : { cached };
};

export const partOf = (event: StreamEvent, key: string): StreamEvent => {
  const part = event[key];
  return isRecord(part) ? part : {};
};
export const listOf = (event: StreamEvent, key: string): readonly StreamEvent[] => {
  const list = event[key];
  return Array.isArray(list) ? list.filter(isRecord) : [];
};

/** Whether all started tools, by id, have ended. */
export const allEnded = (begun: readonly unknown[], ended: readonly unknown[]): boolean => {
  const over = new Set(ended);
  return begun.every((id) => over.has(id));
};
