// Flags derived from a command's JSON Schema.
import { isRecord } from "../../core/json/record.ts";

export type Field = {
  /** Without the dashes. */
  readonly flag: string;
  readonly path: readonly string[];
  readonly takes: "text" | "number" | "either" | "yes" | "texts" | "json";
  readonly word: string;
  readonly means: string;
  /** An object whose fields have their own flags: its flag is accepted but not listed. */
  readonly whole: boolean;
};

type Schema = Readonly<Record<string, unknown>>;
const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A value's variants, without null: senders omit missing values. */
const variants = (schema: Schema): readonly Schema[] => {
  const several = [...entriesOf(schema["anyOf"]), ...entriesOf(schema["oneOf"])].filter(isRecord);
  const types = entriesOf(schema["type"]);
  const flat =
    several.length > 0
      ? several.flatMap(variants)
      : types.length > 0
        ? types.map((type) => ({ ...schema, type }))
        : [schema];
  return flat.filter(({ type }) => type !== "null");
};

export const flagName = (key: string): string =>
  key
    .replaceAll("_", "-")
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, "");

const objects = (schema: Schema): readonly Schema[] =>
  variants(schema).filter(({ type, properties }) => type === "object" && isRecord(properties));

const choices = (schema: Schema): readonly string[] =>
  entriesOf(schema["enum"] ?? ("const" in schema ? [schema["const"]] : [])).flatMap((choice) =>
    typeof choice === "string" ? [choice] : [],
  );

const shapeOf = (schema: Schema): Pick<Field, "takes" | "word"> => {
  const found = variants(schema);
  const types = new Set(found.map(({ type }) => type));
  const fixed = found.flatMap(choices);
  if (fixed.length > 0 && fixed.length <= 12) return { takes: "text", word: fixed.join("|") };
  if (types.size === 1 && types.has("boolean")) return { takes: "yes", word: "" };
  const whole = types.has("integer") || types.has("number");
  if (
    types.has("object") ||
    (types.has("array") &&
      !found.every(
        ({ items }) => isRecord(items) && variants(items).every(({ type }) => type === "string"),
      ))
  )
    return { takes: "json", word: "JSON" };
  if (types.has("array")) return { takes: "texts", word: "TEXT" };
  if (whole)
    return types.has("string")
      ? { takes: "either", word: "N|TEXT" }
      : { takes: "number", word: "N" };
  return types.has("string") ? { takes: "text", word: "TEXT" } : { takes: "json", word: "JSON" };
};

const meansOf = (key: string, schema: Schema): string => {
  const said =
    schema["description"] ??
    variants(schema).find(({ description }) => description !== undefined)?.["description"];
  const alone = typeof said === "string" ? said : `its ${key.replaceAll("_", " ")}`;
  const examples: readonly unknown[] = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  const [example] = examples;
  const means = example === undefined ? alone : `${alone}, as ${JSON.stringify(example)}`;
  const usual = schema["default"];
  return typeof usual === "number" || (typeof usual === "string" && usual !== "")
    ? `${means}; default: ${usual}`
    : means;
};

/** One flag per field. An object's fields have flags in addition to the object's; on a name clash the outer one wins. */
export const fieldsOf = (schema: Schema): readonly Field[] => {
  const read = (from: Schema, path: readonly string[]): readonly Field[] => {
    const properties = from["properties"];
    if (!isRecord(properties)) return [];
    return Object.entries(properties).flatMap(([key, property]) =>
      isRecord(property)
        ? [
            {
              flag: flagName(key),
              path: [...path, key],
              means: meansOf(key, property),
              whole: objects(property).length > 0,
              ...shapeOf(property),
            },
          ]
        : [],
    );
  };
  const outer = read(schema, []);
  const properties = schema["properties"];
  const inner = isRecord(properties)
    ? Object.entries(properties).flatMap(([key, property]) =>
        isRecord(property) ? objects(property).flatMap((variant) => read(variant, [key])) : [],
      )
    : [];
  const seen = new Set<string>();
  return [...outer, ...inner].filter(({ flag }) => !seen.has(flag) && seen.add(flag));
};
