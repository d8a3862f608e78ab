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

/** The converter's output in the form that our readers know: no empty lists, short nullables. */
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

/** A schema's members in the order in which people read them. */
const order =
  "type enum minLength maxLength minimum maximum maxItems items properties required anyOf description".split(
    " ",
  );

/** What may be null may be left out as well: whoever writes a report is told the shorter. */
const withoutNull = (schema: JsonSchema): JsonSchema => {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type)) return { ...rest, type: type.find((one) => one !== "null") };
  if (!Array.isArray(anyOf)) return schema;
  const choices = anyOf.filter((one: unknown) => !isRecord(one) || one["type"] !== "null");
  const [only] = choices.map((one: unknown) => one);
  return choices.length === 1 && isRecord(only) ? { ...only, ...rest } : schema;
};

const brief = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(brief);
  if (!isRecord(value)) return value;
  const { properties, required, ...rest } = withoutNull(value);
  const all: JsonSchema = {
    ...rest,
    ...(isRecord(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, brief(one)]),
          ),
          required: required ?? [],
        }
      : {}),
  };
  return Object.fromEntries(
    order.flatMap((key) =>
      !Object.hasOwn(all, key) || (key === "type" && Object.hasOwn(all, "enum"))
        ? []
        : [[key, key === "items" || key === "anyOf" ? brief(all[key]) : all[key]]],
    ),
  );
};

/** As a brief and the reference show the schema of a report. */
export const reportSchemaOf = (schema: Schema): JsonSchema => {
  const short = brief(jsonSchemaOf(schema));
  return isRecord(short) ? short : {};
};
