// Notes of the doctor, and how long something has lasted in its words.
import type { Diagnostic } from "./dialect.ts";
import type { Time } from "./row.ts";

export const note = (kind: string, subject: string, text: string, fits: string): Diagnostic => ({
  kind,
  subject,
  severity: "note",
  text,
  fits,
});

const dayMs = 86_400_000;
/** `a day`, `3 days`; null for less than a day. */
export const daysSince = (since: Time, at: Time): string | null => {
  const days = Math.floor((Date.parse(at) - Date.parse(since)) / dayMs);
  return days < 1 ? null : days === 1 ? "a day" : `${days} days`;
};
