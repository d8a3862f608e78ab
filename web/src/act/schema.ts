// Shape of a form from the JSON Schema of its data.
import { isRecord } from "../api/guards.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

export type Choice = { readonly label: string; readonly value: unknown };
/** Objects of several fields each. `text`: the field that a bare text represents; null: none. */
export type ListShape = {
  readonly is: "list";
  readonly min: number;
  readonly of: ObjectShape;
  readonly text: string | null;
};
export type ObjectShape = { readonly is: "object"; readonly fields: readonly Field[] };
/**
 * What a field accepts.
 * - `mixed`: a number if it parses as one, else a text
 * - `texts`: one per line; `orNumber`: or a single number
 * - `json`: anything else, as JSON; `sketch` shows its shape
 */
export type Shape =
  | {
      readonly is: "text";
      readonly long: boolean;
      readonly min: number;
      readonly max: number | null;
    }
  | {
      readonly is: "number";
      readonly whole: boolean;
      readonly min: number | null;
      readonly max: number | null;
    }
  | { readonly is: "mixed" }
  | { readonly is: "boolean" }
  | { readonly is: "choice"; readonly options: readonly Choice[] }
  | { readonly is: "texts"; readonly min: number; readonly orNumber?: true }
  | ObjectShape
  | ListShape
  | { readonly is: "json"; readonly sketch: string };
export type Field = {
  readonly name: string;
  readonly means: string;
  readonly required: boolean;
  /** Sent as null if required and empty. */
  readonly nullable: boolean;
  /** The value used if omitted; null: unknown. */
  readonly fallback: string | null;
  /** The usual value: filled in initially, and sent unless removed. */
  readonly proposal?: unknown;
  /** Its current value in the run; absent: unknown. */
  readonly now?: string;
  readonly shape: Shape;
};

/** Schema libraries add the integer range as limits, which mean nothing to people. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;
/** A longer text probably has several lines. */
const MAX_LINE = 300;
const MAX_SKETCH_DEPTH = 4;

const numberAt = (schema: JsonSchema, key: string): number | null => {
  const value = schema[key];
  return typeof value === "number" && Math.abs(value) < UNBOUNDED ? value : null;
};
const schemasAt = (schema: JsonSchema, key: string): readonly JsonSchema[] => {
  const value = schema[key];
  return Array.isArray(value) ? value.filter(isRecord) : [];
};
const isNull = ({ type }: JsonSchema): boolean => type === "null";

/** Without "or null". */
const nonNull = (
  schema: JsonSchema,
): { readonly schema: JsonSchema; readonly nullable: boolean } => {
  const { type, anyOf: _, ...rest } = schema;
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== "null");
    return {
      schema: { ...rest, type: types.length === 1 ? types[0] : types },
      nullable: types.length < type.length,
    };
  }
  const all = schemasAt(schema, "anyOf");
  const some = all.filter((one) => !isNull(one));
  const [only] = some;
  if (only !== undefined && some.length === 1 && all.length > 1)
    return { schema: { ...rest, ...only }, nullable: true };
  return { schema, nullable: false };
};

/** `{"task": "…", "number?": 1}`: an approximate example. */
const sketchOf = (whole: JsonSchema, depth = 0): unknown => {
  const { schema } = nonNull(whole);
  if (Array.isArray(schema["enum"])) return schema["enum"].join(" | ");
  if ("const" in schema) return schema["const"];
  if (depth >= MAX_SKETCH_DEPTH) return "…";
  const [variant] = schemasAt(schema, "anyOf");
  if (variant !== undefined) return sketchOf(variant, depth);
  const { type, items, properties, additionalProperties } = schema;
  if (type === "array") {
    const parts = schemasAt(schema, "prefixItems");
    return parts.length > 0
      ? parts.map((part) => sketchOf(part, depth + 1))
      : isRecord(items)
        ? [sketchOf(items, depth + 1)]
        : [];
  }
  if (type === "object" || isRecord(properties)) {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const named = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, one]) =>
      isRecord(one)
        ? [[required.includes(name) ? name : `${name}?`, sketchOf(one, depth + 1)] as const]
        : [],
    );
    const others = isRecord(additionalProperties)
      ? [["…", sketchOf(additionalProperties, depth + 1)] as const]
      : [];
    return Object.fromEntries([...named, ...others]);
  }
  return type === "integer" || type === "number" ? 1 : type === "boolean" ? true : "…";
};

const numberShape = (schema: JsonSchema, whole: boolean): Shape => {
  const above = numberAt(schema, "exclusiveMinimum");
  const min = numberAt(schema, "minimum") ?? (above === null ? null : whole ? above + 1 : above);
  return { is: "number", whole, min, max: numberAt(schema, "maximum") };
};

const isMixed = (schema: JsonSchema): boolean => {
  const types = schemasAt(schema, "anyOf").map(({ type }) => type);
  return (
    types.length === 2 &&
    types.includes("string") &&
    (types.includes("integer") || types.includes("number"))
  );
};

const isText = ({ type }: JsonSchema): boolean => type === "string";
const isTextList = ({ type, items }: JsonSchema): boolean =>
  type === "array" && isRecord(items) && isText(items) && !("enum" in items);

/** The most general variant of a value; null: none. */
const eitherShape = (schema: JsonSchema): Shape | null => {
  const variants = schemasAt(schema, "anyOf");
  if (variants.length > 0 && variants.every(isText))
    return { is: "text", long: false, min: 0, max: null };
  const isCount = ({ type }: JsonSchema): boolean => type === "integer" || type === "number";
  const isList = ({ type }: JsonSchema): boolean => type === "array";
  return variants.some(isCount) &&
    variants.some(isTextList) &&
    variants.every((one) => isCount(one) || isList(one))
    ? { is: "texts", min: 0, orNumber: true }
    : null;
};

const isObject = (schema: JsonSchema): boolean =>
  schema["type"] === "object" &&
  isRecord(schema["properties"]) &&
  !isRecord(schema["additionalProperties"]);

/** For an array's items: objects, or objects whose only required field may be given as a bare text. */
const listOf = (items: JsonSchema, min: number): ListShape | null => {
  const variants = schemasAt(items, "anyOf");
  const [whole, ...others] = (variants.length === 0 ? [items] : variants).filter(isObject);
  if (whole === undefined || others.length > 0) return null;
  const of: ObjectShape = { is: "object", fields: fieldsOf(whole) };
  if (variants.length === 0) return { is: "list", min, of, text: null };
  const [only, ...more] = of.fields.filter(({ required }) => required);
  const isText = variants.length === 2 && variants.some(({ type }) => type === "string");
  return isText && only !== undefined && more.length === 0
    ? { is: "list", min, of, text: only.name }
    : null;
};

const shapeOf = (schema: JsonSchema): Shape => {
  const { type, items } = schema;
  const options: readonly unknown[] | null = Array.isArray(schema["enum"])
    ? schema["enum"]
    : "const" in schema
      ? [schema["const"]]
      : null;
  if (options !== null)
    return { is: "choice", options: options.map((value) => ({ label: String(value), value })) };
  if (isMixed(schema)) return { is: "mixed" };
  if (type === "boolean") return { is: "boolean" };
  if (type === "integer" || type === "number") return numberShape(schema, type === "integer");
  if (type === "string") {
    const max = numberAt(schema, "maxLength");
    const min = numberAt(schema, "minLength") ?? 0;
    return { is: "text", long: max !== null && max > MAX_LINE, min, max };
  }
  if (isTextList(schema)) return { is: "texts", min: numberAt(schema, "minItems") ?? 0 };
  const either = eitherShape(schema);
  if (either !== null) return either;
  const list =
    type === "array" && isRecord(items) ? listOf(items, numberAt(schema, "minItems") ?? 0) : null;
  if (list !== null) return list;
  if (isObject(schema)) return { is: "object", fields: fieldsOf(schema) };
  return {
    is: "json",
    sketch: JSON.stringify(sketchOf(schema), null, 1).replaceAll(/\n\s*/gu, " "),
  };
};

const valueText = (value: unknown): string =>
  value === true ? "yes" : value === false ? "no" : JSON.stringify(value);

const fieldsOf = (schema: JsonSchema): readonly Field[] => {
  const { properties, required } = schema;
  const must: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(isRecord(properties) ? properties : {}).flatMap(
    ([name, whole]): readonly Field[] => {
      if (!isRecord(whole)) return [];
      const { schema: one, nullable } = nonNull(whole);
      const means = whole["description"] ?? one["description"];
      const fallback = whole["default"];
      return [
        {
          name,
          means: typeof means === "string" ? means : "",
          // The server fills in defaults.
          required: must.includes(name) && fallback === undefined,
          nullable,
          fallback: fallback === undefined || fallback === "" ? null : valueText(fallback),
          shape: shapeOf(one),
          ...(Array.isArray(one["examples"]) && one["examples"][0] !== undefined
            ? { proposal: one["examples"][0] }
            : {}),
        },
      ];
    },
  );
  return [
    ...fields.filter((field) => field.required),
    ...fields.filter((field) => !field.required),
  ];
};

/** The shape of a form: its fields, required ones first; JSON if the data isn't an object. Without a schema there are no fields. */
export const formOf = (schema: unknown): Shape => {
  if (!isRecord(schema) || Object.keys(schema).length === 0) return { is: "object", fields: [] };
  return shapeOf(nonNull(schema).schema);
};
