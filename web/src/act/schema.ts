// JSON Schema as a form reads it: the kind of each field, and where an error can stand.
import { isRecord } from "../api/guards.ts";
import type { FieldError } from "./field-errors.ts";

export type Schema = Readonly<Record<string, unknown>>;
/** `lines`: a text of several lines. `texts`: one per line. `list`: of objects. `other`: has no field, and stays as it is. */
type Kind = "text" | "lines" | "number" | "choice" | "texts" | "list" | "object" | "other";
export type Field = { readonly name: string; readonly schema: Schema; readonly required: boolean };

/** Props of a part of a form. `at`: its pointer (RFC 6901) into the data. */
export type PartProps = {
  readonly schema: Schema;
  readonly value: unknown;
  /** undefined: it is left out. */
  readonly onValue: (value: unknown) => void;
  readonly errors: readonly FieldError[];
  readonly at: string;
};

/** A longer text probably has several lines. */
const MAX_LINE = 300;

const isObject = ({ type }: Schema): boolean => type === "object";
const schemasAt = (schema: Schema, key: string): readonly Schema[] => {
  const value = schema[key];
  return Array.isArray(value) ? value.filter(isRecord) : [];
};

/** Without "or null"; of several variants an object, which can say most. */
const variantOf = (schema: Schema): Schema => {
  const variants = schemasAt(schema, "anyOf").filter(({ type }) => type !== "null");
  const { anyOf: _, ...rest } = schema;
  const best = variants.find(isObject) ?? (variants.length === 1 ? variants[0] : undefined);
  return best === undefined ? schema : { ...rest, ...best };
};

export const itemsOf = ({ items }: Schema): Schema => (isRecord(items) ? variantOf(items) : {});

export const fieldsOf = ({ properties, required }: Schema): readonly Field[] => {
  const must: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isRecord(properties) ? properties : {})
    .flatMap(([name, schema]): readonly Field[] =>
      isRecord(schema) ? [{ name, schema: variantOf(schema), required: must.includes(name) }] : [],
    )
    .toSorted((one, other) => Number(other.required) - Number(one.required));
};

/** `null`, as a boolean has no list of its own. */
export const choicesOf = ({ enum: choices, type }: Schema): readonly unknown[] | null =>
  Array.isArray(choices) ? choices : type === "boolean" ? [true, false] : null;

export const kindOf = (schema: Schema): Kind => {
  const { type, maxLength } = schema;
  if (choicesOf(schema) !== null) return "choice";
  if (type === "integer" || type === "number") return "number";
  if (type === "string")
    return typeof maxLength === "number" && maxLength > MAX_LINE ? "lines" : "text";
  if (type === "array") {
    const items = itemsOf(schema);
    return isObject(items) ? "list" : items["type"] === "string" ? "texts" : "other";
  }
  return isObject(schema) && isRecord(schema["properties"]) ? "object" : "other";
};

/** The data that a form begins with: the usual values that its schema names. */
export const initialData = (schema: Schema): Schema =>
  Object.fromEntries(
    fieldsOf(schema).flatMap(({ name, schema: { examples } }) =>
      Array.isArray(examples) ? [[name, examples[0]]] : [],
    ),
  );

/** An item of a list as an object: a bare text is its first required field. */
export const asObject = (schema: Schema, item: unknown): Schema => {
  if (isRecord(item)) return item;
  const [first] = fieldsOf(schema);
  return first === undefined || item === undefined ? {} : { [first.name]: item };
};

export const pointerTo = (at: string, name: string | number): string =>
  `${at}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Pointers of all fields of a filled form, beside which errors can be shown. */
export const placesIn = (schema: Schema, data: unknown, at = ""): readonly string[] => [
  at,
  ...(kindOf(schema) === "list" && Array.isArray(data)
    ? data.flatMap((item, index) => placesIn(itemsOf(schema), item, pointerTo(at, index)))
    : fieldsOf(schema).flatMap(({ name, schema: own }) =>
        placesIn(own, isRecord(data) ? data[name] : undefined, pointerTo(at, name)),
      )),
];
