// Current values of a form's fields: shown beside optional ones, filled in where a field is required.
import { isRecord } from "../api/guards.ts";
import type { Field, Shape, ObjectShape } from "./schema.ts";

/** Longer values aren't shown beside their field. */
const MAX_SHOWN = 120;

const asText = (value: unknown): string | null => {
  if (value === undefined) return null;
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.length === 0) return "none";
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value.join(", ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};

const fieldNow = (field: Field, now: unknown): Field => {
  if (field.shape.is === "object") return { ...field, shape: objectNow(field.shape, now) };
  const text = field.required ? null : asText(now);
  return text === null ? field : { ...field, now: text };
};

const objectNow = (shape: ObjectShape, now: unknown): ObjectShape => ({
  ...shape,
  fields: shape.fields.map((field) => fieldNow(field, isRecord(now) ? now[field.name] : undefined)),
});

export const withNow = (shape: Shape, now: unknown): Shape =>
  shape.is === "object" ? objectNow(shape, now) : shape;

/** Current values of required fields, for editing instead of retyping. */
export const requiredNow = (shape: Shape, now: unknown): unknown => {
  if (shape.is !== "object" || !isRecord(now)) return undefined;
  const values = shape.fields.flatMap(
    ({ name, required, shape: of }): readonly (readonly [string, unknown])[] => {
      const value =
        of.is === "object" ? requiredNow(of, now[name]) : required ? now[name] : undefined;
      return value === undefined || value === null ? [] : [[name, value]];
    },
  );
  return values.length === 0 ? undefined : Object.fromEntries(values);
};
