// Count of redactions in a value, without loading the redaction itself.
import { mask } from "./redact/shape.ts";

/** Number of redactions in the texts of a JSON value; exact unless an author wrote the marker itself. */
export const redactions = (value: unknown): number => {
  if (typeof value === "string") return value.split(mask).length - 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + redactions(part), 0);
};
