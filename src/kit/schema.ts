// The schema vocabulary: one description gives a value's type, its findings and its JSON Schema (valibot under plain names).
import * as v from "valibot";
import { isRecord } from "../core/record.ts";

/** Reads a value that is not trusted. */
export type Schema<T = unknown> = v.GenericSchema<unknown, T>;
export type Fields = Readonly<Record<string, Schema>>;
/** Of an object, with the schemas of its fields as `entries`. */
export type ObjectSchema<F extends Fields = Fields> = Schema & { readonly entries: F };

type Frozen<T> = unknown extends T ? T : { readonly [K in keyof T]: Frozen<T[K]> };
/** What a schema reads, nothing of it to be changed. */
export type Of<S extends Schema> = Frozen<v.InferOutput<S>>;
/** What an object of these fields reads. */
export type DataOf<F extends Fields> = Of<v.StrictObjectSchema<F, undefined>>;

export const text = v.string();
export const flag = v.boolean();
export const number = v.pipe(v.number(), v.finite());
export const integer = v.pipe(v.number(), v.safeInteger());
/** A whole number from 0. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const anything = v.unknown();

export const numberFrom = (least: number, most?: number) =>
  most === undefined
    ? v.pipe(v.number(), v.finite(), v.minValue(least))
    : v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most));
export const wholeFrom = (least: number, most?: number) =>
  most === undefined
    ? v.pipe(v.number(), v.safeInteger(), v.minValue(least))
    : v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));
export const exactly = <const T extends string | number | boolean>(value: T) => v.literal(value);
export const oneOf = <const T extends readonly string[]>(choices: T) => v.picklist(choices);

export const list = <S extends Schema>(items: S) => v.array(items);
export const pair = <A extends Schema, B extends Schema>(a: A, b: B) => v.strictTuple([a, b]);
const noArray = v.custom<never>(() => false, "must be an object, not an array");
/** Arrays are objects to the library, and here they are none. */
const objectOnly = <S extends Schema>(schema: S): S => {
  const run = schema["~run"];
  // Of `this`, since what is made of a schema takes its members over.
  const value: typeof run = function (this: S, dataset, config) {
    return Array.isArray(dataset.value)
      ? noArray["~run"](dataset, config)
      : run.call(this, dataset, config);
  };
  return Object.defineProperty(schema, "~run", { value });
};

/** Own names as others are here, which the library leaves out of what it reads. */
const leftOut = ["constructor", "prototype"];
const noName = v.custom<never>(() => false, "is no name that fits");
const named = <S extends Schema>(names: v.GenericSchema<string, string>, values: S) => {
  const schema = v.record(names, values);
  const run = schema["~run"];
  const value: typeof run = function (this: typeof schema, dataset, config) {
    const given = dataset.value;
    const read = run.call(this, dataset, config);
    if (!isRecord(given)) return read;
    const own = Object.entries(given).filter(([name]) => leftOut.includes(name));
    for (const [name, one] of own) {
      const schemas = { [name]: v.is(names, name) ? values : noName };
      const found = v.safeParse(v.object(schemas), { [name]: one });
      if (!found.success)
        return { typed: false, value: given, issues: [...found.issues, ...(read.issues ?? [])] };
      if (read.typed) Object.assign(read.value, found.output);
    }
    return read;
  };
  return objectOnly(Object.defineProperty(schema, "~run", { value }));
};

/** An object under any names. */
export const byName = <S extends Schema>(values: S) => named(v.string(), values);
/** An object under such names. */
export const keyed = <S extends Schema>(names: Schema<string>, values: S) => {
  const name = v.pipe(
    v.string(),
    v.check((one) => v.is(names, one), "is no name that fits"),
  );
  return named(name, values);
};
/** @param size entries of an object under any names */
export const mostNamed = <S extends Schema>(size: number, names: Schema<string>, values: S) =>
  v.pipe(keyed(names, values), v.maxEntries(size));
/** An object of just these fields: others are refused, each by its name. */
export const record = <const F extends Fields>(fields: F) => {
  const schema = objectOnly(v.strictObject(fields));
  const run = schema["~run"];
  const value: typeof run = function (this: typeof schema, dataset, config) {
    const given = dataset.value;
    const read = run.call(this, dataset, config);
    // The library names the first alone, after all else that it found.
    const last = read.issues?.at(-1);
    const [place, below] = last?.path ?? [];
    const isFirst = last?.expected === "never" && below === undefined;
    if (!isFirst || place?.type !== "object" || !isRecord(given)) return read;
    for (const [key, value] of Object.entries(given))
      if (key !== place.key && !Object.hasOwn(this.entries, key))
        read.issues?.push({ ...last, input: key, path: [{ ...place, key, value }] });
    return read;
  };
  return Object.defineProperty(schema, "~run", { value });
};
/** An object of these fields: others are passed over. */
export const open = <const F extends Fields>(fields: F) => objectOnly(v.object(fields));
/** An object of these fields: others are kept. */
export const loose = <const F extends Fields>(fields: F) => objectOnly(v.looseObject(fields));
export const either = <const S extends readonly [Schema, Schema, ...Schema[]]>(...choices: S) =>
  v.union(choices);

export const maybe = <S extends Schema>(schema: S) => v.nullable(schema);
export const optional = <S extends Schema>(schema: S) => v.optional(schema);
/** Absent, or null, which says the same. */
export const nullish = <S extends Schema>(schema: S) => v.nullish(schema);
/** It may be absent, but not undefined. */
export const exactOptional = <S extends Schema>(schema: S) => v.exactOptional(schema);
/** @param value what stands where nothing was given */
export const standing = <S extends Schema, const D extends v.InferInput<S>>(schema: S, value: D) =>
  v.optional(schema, () => value);

/** @param size characters */
export const most = (size: number, schema: Schema<string>) => v.pipe(schema, v.maxLength(size));
/** @param size characters */
export const least = (size: number, schema: Schema<string>) => v.pipe(schema, v.minLength(size));
/** A text that says something. @param most characters */
export const filled = (most: number, least = 1) =>
  v.pipe(
    v.string(),
    v.minLength(least),
    v.check((said) => said.length < least || said.trim().length >= least, "must not be empty"),
    v.maxLength(most),
  );
/** @param size entries */
export const mostOf = <S extends Schema>(size: number, items: S) =>
  v.pipe(v.array(items), v.maxLength<v.InferOutput<S>[], number>(size));
/** @param size entries */
export const leastOf = <S extends Schema>(size: number, items: S) =>
  v.pipe(v.array(items), v.minLength<v.InferOutput<S>[], number>(size));
/** @param rule what fits: `must be a day: 2026-11-22` */
export const matching = (form: RegExp, rule: string) => v.pipe(v.string(), v.regex(form, rule));
/** @param rule a sentence's end that holds: `must name each key once` */
export const where = <S extends Schema>(
  schema: S,
  holds: (value: v.InferOutput<S>) => boolean,
  rule: string,
) => v.pipe(schema, v.check(holds, rule));

/** Any of its fields, or none. */
export const partial = <F extends Fields>(schema: v.StrictObjectSchema<F, undefined>) =>
  v.partial(schema);
export const without = <F extends Fields, const K extends keyof F & string>(
  schema: v.StrictObjectSchema<F, undefined>,
  name: K,
) => v.omit(schema, [name]);
/** One of several objects, told by the value of a field. */
export const variant = <const K extends string, const S extends v.VariantOptions<K>>(
  key: K,
  choices: S,
) => v.variant(key, choices);

/** @param means what people are told of it: help texts, forms and references */
export const means = <S extends Schema>(means: string, schema: S) =>
  v.pipe(schema, v.description(means));
/** @param told what JSON Schema says of it besides, and no reader holds it to */
export const annotated = <S extends Schema>(told: Readonly<Record<string, unknown>>, schema: S) =>
  v.pipe(schema, v.metadata(told));
/** @param choices what forms and shells offer; anything else is the rules' to refuse */
export const suggesting = <S extends Schema>(choices: readonly string[], schema: S) =>
  annotated({ enum: choices }, schema);
export const withExamples = <S extends Schema>(examples: readonly v.InferInput<S>[], schema: S) =>
  v.pipe(schema, v.examples([...examples]));

export const texts = list(text);
