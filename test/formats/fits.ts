// Why: published schemas are held against real documents by a reader of their few keywords; one that it doesn't know is a failure, never a pass.
import { isRecord } from "../../src/core/record.ts";

const told = new Set(["$schema", "$id", "title", "description", "deprecated"]);
const own = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "propertyNames",
  "items",
  "minItems",
  "allOf",
  "anyOf",
  "oneOf",
  "enum",
  "const",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
]);

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What doesn't fit, each with its place; none: it fits. */
export const misfits = (schema: unknown, value: unknown, at = ""): readonly string[] => {
  if (!isRecord(schema)) throw new Error(`no schema at ${at}`);
  const strange = Object.keys(schema).find((key) => !told.has(key) && !own.has(key));
  if (strange !== undefined) throw new Error(`the schema says ${strange} at ${at}, which isn't read here`);
  const { type, properties, required, items, anyOf, oneOf, pattern } = schema;
  const found: string[] = [];
  const is = typeOf(value);
  const types = type === undefined || Array.isArray(type) ? list(type) : [type];
  if (type !== undefined && !types.includes(is) && !(types.includes("number") && is === "integer"))
    return [`${at}: ${is}, not ${String(type)}`];
  for (const one of list(schema["allOf"])) found.push(...misfits(one, value, at));
  if (anyOf !== undefined && !list(anyOf).some((one) => misfits(one, value, at).length === 0)) found.push(`${at}: fits none of several`);
  if (oneOf !== undefined && list(oneOf).filter((one) => misfits(one, value, at).length === 0).length !== 1)
    found.push(`${at}: fits not one of several`);
  if (typeof value === "number" && typeof schema["minimum"] === "number" && value < schema["minimum"]) found.push(`${at}: too small`);
  if (schema["enum"] !== undefined && !list(schema["enum"]).includes(value))
    found.push(`${at}: ${JSON.stringify(value)} is none of the values`);
  if ("const" in schema && schema["const"] !== value) found.push(`${at}: ${JSON.stringify(value)}, not ${JSON.stringify(schema["const"])}`);
  if (typeof value === "string") {
    if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value))
      found.push(`${at}: ${JSON.stringify(value)} isn't of the form`);
    if (typeof schema["minLength"] === "number" && value.length < schema["minLength"]) found.push(`${at}: too short`);
    if (typeof schema["maxLength"] === "number" && value.length > schema["maxLength"]) found.push(`${at}: too long`);
  }
  if (isRecord(value)) {
    for (const key of list(required)) if (typeof key === "string" && !Object.hasOwn(value, key)) found.push(`${at}/${key}: missing`);
    const others = Object.keys(value).filter((key) => !isRecord(properties) || !Object.hasOwn(properties, key));
    if (schema["propertyNames"] !== undefined)
      for (const key of Object.keys(value)) found.push(...misfits(schema["propertyNames"], key, `${at}/${key}`));
    if (schema["additionalProperties"] !== undefined)
      for (const key of others) found.push(...misfits(schema["additionalProperties"], value[key], `${at}/${key}`));
    for (const [key, inner] of Object.entries(isRecord(properties) ? properties : {}))
      if (Object.hasOwn(value, key)) found.push(...misfits(inner, value[key], `${at}/${key}`));
  }
  if (Array.isArray(value) && typeof schema["minItems"] === "number" && value.length < schema["minItems"]) found.push(`${at}: too few`);
  if (Array.isArray(value) && items !== undefined) value.forEach((inner, index) => found.push(...misfits(items, inner, `${at}/${index}`)));
  return found;
};
