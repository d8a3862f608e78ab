// JSON Schemas (draft 2020-12) of the house's schemas, for help texts, forms, references and other programs.
import { toJsonSchema } from "@valibot/to-json-schema";
import { isRecord } from "../core/record.ts";
import type { Schema } from "./schema.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** `{type: [x, "null"]}` reads better than two alternatives, where the first is no more than a type. */
const nullable = (choices: unknown): JsonSchema | null => {
  if (!Array.isArray(choices) || choices.length !== 2) return null;
  const [first, second] = choices.map((one: unknown) => one);
  if (!isRecord(first) || !isRecord(second) || second["type"] !== "null") return null;
  const plain = Object.keys(first).every((key) => key === "type" || key === "description");
  return plain && typeof first["type"] === "string"
    ? { ...first, type: [first["type"], "null"] }
    : null;
};

/** The converter's output in the form that our readers know: no empty lists, closed tuples, short nullables. */
const tidied = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidied);
  if (!isRecord(value)) return value;
  const { anyOf, ...rest } = value;
  const short = nullable(anyOf);
  if (short !== null) return { ...short, ...rest };
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      key === "required" && Array.isArray(one) && one.length === 0
        ? []
        : key === "prefixItems"
          ? [
              [key, tidied(one)],
              ["items", false],
            ]
          : [[key, key === "default" || key === "examples" ? one : tidied(one)]],
    ),
  );
};

/** @param side what a sender may give, or what is kept once it was read */
export const jsonSchemaOf = (schema: Schema, side: "input" | "output" = "input"): JsonSchema => {
  const made = tidied(
    toJsonSchema(schema, {
      typeMode: side,
      target: "draft-2020-12",
      errorMode: "ignore",
    }),
  );
  return isRecord(made) ? made : {};
};
