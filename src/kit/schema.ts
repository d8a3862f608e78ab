// The schema vocabulary: one description gives a value's type, its findings and its JSON Schema (valibot under plain names).
import * as v from "valibot";
import { isRecord } from "../core/json/record.ts";

/** Parses untrusted values. */
export type Schema<T = unknown> = v.GenericSchema<unknown, T>;
export type Fields = Readonly<Record<string, Schema>>;
/** A schema of an object, with the schemas of its fields in `entries`. */
export type ObjectSchema<F extends Fields = Fields> = Schema & { readonly entries: F };

type Frozen<T> = unknown extends T ? T : { readonly [K in keyof T]: Frozen<T[K]> };
/** The readonly type that a schema reads. */
export type Of<S extends Schema> = Frozen<v.InferOutput<S>>;
/** The readonly type of an object with these fields. */
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

/** @param rule of a value that is no list */
export const list = <S extends Schema>(items: S, rule?: string) => v.array(items, rule);
export const pair = <A extends Schema, B extends Schema>(a: A, b: B) => v.strictTuple([a, b]);
const refusing = (rule: string | ((given: unknown) => string)) =>
  v.custom<never>(() => false, typeof rule === "string" ? rule : ({ input }) => rule(input));
/** The library accepts arrays as objects; these schemas don't. */
const objectOnly = <S extends Schema>(schema: S, rule = "must be an object, not an array"): S => {
  const run = schema["~run"];
  // Uses `this`, because derived schemas copy the members.
  const value: typeof run = function (this: S, dataset, config) {
    return Array.isArray(dataset.value)
      ? refusing(rule)["~run"](dataset, config)
      : run.call(this, dataset, config);
  };
  return Object.defineProperty(schema, "~run", { value });
};

/** Names that the library omits from records; here they are ordinary names. */
const leftOut = ["__proto__", "constructor", "prototype"];
const noName = refusing("is no name that fits");
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
      const found = v.safeParse(v.object(schemas), { [name]: one }, config);
      if (!found.success)
        return { typed: false, value: given, issues: [...found.issues, ...(read.issues ?? [])] };
      // An assignment to `__proto__` would set no field.
      const field = { value: v.parse(values, one), configurable: true, enumerable: true };
      if (read.typed) Object.defineProperty(read.value, name, { ...field, writable: true });
    }
    return read;
  };
  return objectOnly(Object.defineProperty(schema, "~run", { value }));
};

/** An object with any keys. */
export const byName = <S extends Schema>(values: S) => named(v.string(), values);
/** An object with keys of this form. */
export const keyed = <S extends Schema>(names: Schema<string>, values: S) => {
  const name = v.pipe(
    v.string(),
    v.check((one) => v.is(names, one), "is no name that fits"),
  );
  return named(name, values);
};
/** @param size maximum entries of the object */
export const mostNamed = <S extends Schema>(size: number, names: Schema<string>, values: S) =>
  v.pipe(keyed(names, values), v.maxEntries(size));
/** Words of an object's findings in place of the usual ones. */
type Told = {
  /** Of a field that isn't one of its own. */
  readonly unknown?: (name: string) => string;
  /** An example of the whole object. */
  readonly like?: string | undefined;
};
/** An object with exactly these fields; reports each unknown one by name. */
export const record = <const F extends Fields>(fields: F, { unknown, like }: Told = {}) => {
  const whole = like === undefined ? undefined : `must be an object: ${like}`;
  const strict = v.strictObject(fields);
  const message = ({ expected, path }: v.BaseIssue<unknown>): string => {
    if (expected === "never") return unknown?.(String(path?.at(-1)?.key)) ?? "";
    if (path === undefined) return whole ?? "";
    return like === undefined ? "" : `is missing: ${like}`;
  };
  Object.defineProperty(strict, "message", { value: message, enumerable: true });
  const schema = objectOnly(strict, whole);
  const run = schema["~run"];
  const value: typeof run = function (this: typeof schema, dataset, config) {
    const given = dataset.value;
    const read = run.call(this, dataset, config);
    // The library reports only the first unknown field, after all other issues.
    const last = read.issues?.at(-1);
    const [place, below] = last?.path ?? [];
    const isFirst = last?.expected === "never" && below === undefined;
    if (!isFirst || place?.type !== "object" || !isRecord(given)) return read;
    for (const [key, value] of Object.entries(given))
      if (key !== place.key && !Object.hasOwn(this.entries, key))
        read.issues?.push({
          ...last,
          message: unknown?.(key) ?? last.message,
          input: key,
          path: [{ ...place, key, value }],
        });
    return read;
  };
  return Object.defineProperty(schema, "~run", { value });
};
/** An object with these fields; ignores others. */
export const open = <const F extends Fields>(fields: F) => objectOnly(v.object(fields));
/** An object with these fields; keeps others. */
export const loose = <const F extends Fields>(fields: F) => objectOnly(v.looseObject(fields));
export const either = <const S extends readonly [Schema, Schema, ...Schema[]]>(...choices: S) =>
  v.union(choices);

export const maybe = <S extends Schema>(schema: S) => v.nullable(schema);
export const optional = <S extends Schema>(schema: S) => v.optional(schema);
/** Optional, and takes null for missing, which published schemas don't offer. */
export const unset = <S extends Schema>(schema: S) => {
  const given = v.optional(schema);
  const run = given["~run"];
  const value: typeof run = function (this: typeof given, dataset, config) {
    return run.call(this, dataset.value === null ? { value: undefined } : dataset, config);
  };
  return Object.defineProperty(given, "~run", { value });
};
/** Missing and null are equivalent. */
export const nullish = <S extends Schema>(schema: S) => v.nullish(schema);
/** May be missing, but not undefined. */
export const exactOptional = <S extends Schema>(schema: S) => v.exactOptional(schema);
/** @param value default */
export const standing = <S extends Schema, const D extends v.InferInput<S>>(schema: S, value: D) =>
  v.optional(schema, () => value);

/** @param size characters */
export const most = (size: number, schema: Schema<string>) => v.pipe(schema, v.maxLength(size));
/** @param size characters */
export const least = (size: number, schema: Schema<string>) => v.pipe(schema, v.minLength(size));
/** A non-blank text. `most`: characters */
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
/** @param rule description of valid values: `must be a day: 2026-11-22` */
export const matching = (form: RegExp, rule: string) => v.pipe(v.string(), v.regex(form, rule));
/** @param rule end of a sentence that states the rule: `must name each key once` */
export const where = <S extends Schema>(
  schema: S,
  holds: (value: v.InferOutput<S>) => boolean,
  rule: string,
) => v.pipe(schema, v.check(holds, rule));

const isOfField = ({ path, issues }: v.BaseIssue<unknown>): boolean =>
  path?.some(({ type }) => type === "object") === true || issues?.some(isOfField) === true;
/**
 * Tells one rule in place of all findings of a value and the items of its lists; those of fields stay.
 * @param holds the part of the rule that the schema doesn't state
 */
export const told = <S extends Schema>(
  rule: string | ((given: unknown) => string),
  schema: S,
  holds: (value: v.InferOutput<S>) => boolean = () => true,
): S => {
  const run = schema["~run"];
  const value: typeof run = function (this: S, dataset, config) {
    const given = dataset.value;
    const read = run.call(this, dataset, config);
    const kept = read.issues?.filter(isOfField) ?? [];
    const fits = read.issues === undefined ? holds(read.value) : kept.length === read.issues.length;
    if (fits) return read;
    const { issues } = refusing(rule)["~run"]({ value: given }, config);
    return issues === undefined
      ? read
      : { typed: false, value: given, issues: [...issues, ...kept] };
  };
  return Object.defineProperty({ ...schema }, "~run", { value });
};

/** Names of an object's fields, in order. */
export const keysOf = <const F extends Fields>({ entries }: { readonly entries: F }) =>
  Object.keys(entries).filter((key): key is keyof F & string => Object.hasOwn(entries, key));
/** Makes all fields optional. */
export const partial = <F extends Fields>(schema: v.StrictObjectSchema<F, undefined>) =>
  v.partial(schema);
export const without = <F extends Fields, const K extends keyof F & string>(
  schema: v.StrictObjectSchema<F, undefined>,
  name: K,
) => v.omit(schema, [name]);
/** One of several objects, selected by the value of a field. */
export const variant = <const K extends string, const S extends v.VariantOptions<K>>(
  key: K,
  choices: S,
) => v.variant(key, choices);

/** @param means description for help texts, forms and references */
export const means = <S extends Schema>(means: string, schema: S) =>
  v.pipe(schema, v.description(means));
/** @param told additional JSON Schema keywords that aren't validated */
export const annotated = <S extends Schema>(told: Readonly<Record<string, unknown>>, schema: S) =>
  v.pipe(schema, v.metadata(told));
/** @param choices suggestions for forms and shells; the rules refuse other values */
export const suggesting = <S extends Schema>(choices: readonly string[], schema: S) =>
  annotated({ enum: choices }, schema);
export const withExamples = <S extends Schema>(examples: readonly v.InferInput<S>[], schema: S) =>
  v.pipe(schema, v.examples([...examples]));

export const texts = list(text);
