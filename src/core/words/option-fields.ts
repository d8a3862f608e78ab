// Fields of a decision's option in words, for the refusal of a wrong answer.
import { isRecord } from "../json/record.ts";

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The fields that an option needs, in words, optional ones in brackets; empty if it needs none. */
export const optionFields = (schema: unknown): string => {
  if (!isRecord(schema) || !isRecord(schema["properties"])) return "";
  const must = entriesOf(schema["required"]);
  return Object.entries(schema["properties"])
    .map(([key, field]) => {
      const told = `${key}: ${kindOf(field)}`;
      return must.includes(key) ? told : `[${told}]`;
    })
    .join(", ");
};

const kindOf = (schema: unknown): string => {
  if (!isRecord(schema)) return "anything";
  const choices = entriesOf(schema["enum"]);
  if (choices.length > 0) return choices.join("|");
  const { type, minimum, maximum } = schema;
  if (type === "array") return `a list of ${kindOf(schema["items"])}`;
  if (type === "object") return `{${optionFields(schema)}}`;
  if (type !== "integer") return "text";
  return typeof minimum === "number" && typeof maximum === "number"
    ? `${minimum} to ${maximum}`
    : "a whole number";
};
