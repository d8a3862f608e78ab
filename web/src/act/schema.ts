// Why: a form is made from the JSON Schema of what may be said, so that every protocol's commands and answers have one and the page knows none of them.
import { isRecord } from "../api/guards.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

export type Choice = { readonly label: string; readonly value: unknown };
/** How something is said in a form. `mixed`: a number where it reads as one, else a text. `texts`: one a line; `orNumber`: or a single number. `pairs`: names with texts, `name: text` a line. `json`: anything else, as JSON; `sketch` shows its shape. */
/** Things of several fields each. `text`: the field that a bare text in the place of one stands for; null: there are none. */
export type List = {
  readonly is: "list";
  readonly least: number;
  readonly of: Whole;
  readonly text: string | null;
};
export type Whole = { readonly is: "object"; readonly fields: readonly Field[] };
export type Shape =
  | {
      readonly is: "text";
      readonly long: boolean;
      readonly least: number;
      readonly most: number | null;
    }
  | {
      readonly is: "number";
      readonly whole: boolean;
      readonly least: number | null;
      readonly most: number | null;
    }
  | { readonly is: "mixed" }
  | { readonly is: "yesno" }
  | { readonly is: "choice"; readonly among: readonly Choice[] }
  | { readonly is: "texts"; readonly least: number; readonly orNumber?: true }
  | { readonly is: "pairs" }
  | Whole
  | List
  | { readonly is: "json"; readonly sketch: string };
export type Field = {
  readonly name: string;
  readonly means: string;
  readonly required: boolean;
  /** Said as nothing where it is left empty and must be said. */
  readonly nullable: boolean;
  /** What holds where it is left out; null: nothing is known. */
  readonly otherwise: string | null;
  /** What most people would say: filled in beforehand, and said only if it is left there. */
  readonly proposed?: unknown;
  /** What the run says of it now; absent: nothing is known. */
  readonly now?: string;
  readonly shape: Shape;
};

/** Schema libraries write their own bounds of whole numbers as limits; those say nothing to people. */
const beyond = Number.MAX_SAFE_INTEGER;
/** A text above this many characters is likely to have lines. */
const lineMost = 300;
const sketchDepth = 4;

const numberAt = (schema: JsonSchema, key: string): number | null => {
  const value = schema[key];
  return typeof value === "number" && Math.abs(value) < beyond ? value : null;
};
const schemasAt = (schema: JsonSchema, key: string): readonly JsonSchema[] => {
  const value = schema[key];
  return Array.isArray(value) ? value.filter(isRecord) : [];
};
const isNull = ({ type }: JsonSchema): boolean => type === "null";

/** Without the part that says "or nothing". */
const bare = (schema: JsonSchema): { readonly schema: JsonSchema; readonly nullable: boolean } => {
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

/** `{"task": "…", "number?": 1}`: what would fit, roughly. */
const sketchOf = (whole: JsonSchema, depth = 0): unknown => {
  const { schema } = bare(whole);
  if (Array.isArray(schema["enum"])) return schema["enum"].join(" | ");
  if ("const" in schema) return schema["const"];
  if (depth >= sketchDepth) return "…";
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
  const least = numberAt(schema, "minimum") ?? (above === null ? null : whole ? above + 1 : above);
  return { is: "number", whole, least, most: numberAt(schema, "maximum") };
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

/** Of what may be said in several forms, the one that takes them all; null: there is none. */
const eitherShape = (schema: JsonSchema): Shape | null => {
  const variants = schemasAt(schema, "anyOf");
  if (variants.length > 0 && variants.every(isText))
    return { is: "text", long: false, least: 0, most: null };
  const isCount = ({ type }: JsonSchema): boolean => type === "integer" || type === "number";
  const isList = ({ type }: JsonSchema): boolean => type === "array";
  return variants.some(isCount) &&
    variants.some(isTextList) &&
    variants.every((one) => isCount(one) || isList(one))
    ? { is: "texts", least: 0, orNumber: true }
    : null;
};

/** Names that nobody knows beforehand, each with a text. */
const isPairs = ({ type, properties, additionalProperties }: JsonSchema): boolean =>
  type === "object" &&
  !isRecord(properties) &&
  isRecord(additionalProperties) &&
  isText(additionalProperties);

const isWhole = (schema: JsonSchema): boolean =>
  schema["type"] === "object" &&
  isRecord(schema["properties"]) &&
  !isRecord(schema["additionalProperties"]);

/** Of an array's items: objects, or objects of which the one field that must be said may stand alone, as a text. */
const listOf = (items: JsonSchema, least: number): List | null => {
  const variants = schemasAt(items, "anyOf");
  const [whole, ...others] = (variants.length === 0 ? [items] : variants).filter(isWhole);
  if (whole === undefined || others.length > 0) return null;
  const of: Whole = { is: "object", fields: fieldsOf(whole) };
  if (variants.length === 0) return { is: "list", least, of, text: null };
  const [only, ...more] = of.fields.filter(({ required }) => required);
  const isText = variants.length === 2 && variants.some(({ type }) => type === "string");
  return isText && only !== undefined && more.length === 0
    ? { is: "list", least, of, text: only.name }
    : null;
};

const shapeOf = (schema: JsonSchema): Shape => {
  const { type, items } = schema;
  const among: readonly unknown[] | null = Array.isArray(schema["enum"])
    ? schema["enum"]
    : "const" in schema
      ? [schema["const"]]
      : null;
  if (among !== null)
    return { is: "choice", among: among.map((value) => ({ label: String(value), value })) };
  if (isMixed(schema)) return { is: "mixed" };
  if (type === "boolean") return { is: "yesno" };
  if (type === "integer" || type === "number") return numberShape(schema, type === "integer");
  if (type === "string") {
    const most = numberAt(schema, "maxLength");
    return {
      is: "text",
      long: most !== null && most > lineMost,
      least: numberAt(schema, "minLength") ?? 0,
      most,
    };
  }
  if (isTextList(schema)) return { is: "texts", least: numberAt(schema, "minItems") ?? 0 };
  if (isPairs(schema)) return { is: "pairs" };
  const either = eitherShape(schema);
  if (either !== null) return either;
  const list =
    type === "array" && isRecord(items) ? listOf(items, numberAt(schema, "minItems") ?? 0) : null;
  if (list !== null) return list;
  if (isWhole(schema)) return { is: "object", fields: fieldsOf(schema) };
  return {
    is: "json",
    sketch: JSON.stringify(sketchOf(schema), null, 1).replaceAll(/\n\s*/gu, " "),
  };
};

const saidAs = (value: unknown): string =>
  value === true ? "yes" : value === false ? "no" : JSON.stringify(value);

const fieldsOf = (schema: JsonSchema): readonly Field[] => {
  const { properties, required } = schema;
  const must: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(isRecord(properties) ? properties : {}).flatMap(
    ([name, whole]): readonly Field[] => {
      if (!isRecord(whole)) return [];
      const { schema: one, nullable } = bare(whole);
      const means = whole["description"] ?? one["description"];
      const otherwise = whole["default"];
      return [
        {
          name,
          means: typeof means === "string" ? means : "",
          // What has a default is filled in by the server.
          required: must.includes(name) && otherwise === undefined,
          nullable,
          otherwise: otherwise === undefined || otherwise === "" ? null : saidAs(otherwise),
          shape: shapeOf(one),
          ...(Array.isArray(one["examples"]) && one["examples"][0] !== undefined
            ? { proposed: one["examples"][0] }
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

/** The form of a whole: its fields, those that must be said first; or JSON where it is no object. null, or no object: nothing is to be said. */
export const formOf = (schema: unknown): Shape => {
  if (!isRecord(schema) || Object.keys(schema).length === 0) return { is: "object", fields: [] };
  return shapeOf(bare(schema).schema);
};
