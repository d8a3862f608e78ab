// Parser of times as agents print them; without a zone they are UTC.
import type { Time } from "../../core/row.ts";

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/iu;
/** Later years have more digits, so their text no longer sorts by time. */
const lastYear = Date.UTC(9_999, 0);

/** Normalises an ISO date-time to the engine's format; null if it isn't one. */
export const timeIn = (text: string): Time | null => {
  const [, local = "", zone = "Z"] = form.exec(text.trim()) ?? [];
  if (local === "") return null;
  const at = Date.parse(`${local.replace(",", ".").toUpperCase()}${zone.toUpperCase()}`);
  return Number.isNaN(at) || at < 0 || at >= lastYear ? null : new Date(at).toISOString();
};

/** Without a time, the engine sets it. */
export const isUntimed = (text: string | null): boolean =>
  text === null || text.trim() === "" || text === "ISO_TIMESTAMP_PLACEHOLDER";
