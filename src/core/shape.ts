// Why: reports of agents are read where the schema library may not be loaded; one value is both their JSON Schema and their reader.
import { isRecord } from "./record.ts";

/** `pointer`: RFC 6901, into the value that was read. */
export type Finding = { readonly pointer: string; readonly text: string };

export type Shape<T> = {
  /** JSON Schema, draft 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Everything that doesn't fit, not only the first; none: the value is a T. */
  check(value: unknown, at?: string): readonly Finding[];
  fits(value: unknown): value is T;
};

type Of<S> = S extends Shape<infer T> ? T : never;
type Fields = Readonly<Record<string, Shape<unknown>>>;
type RecordOf<R extends Fields, O extends Fields> = { readonly [K in keyof R]: Of<R[K]> } & {
  readonly [K in keyof O]?: Of<O[K]> | null;
};

const shape = <T>(
  schema: Readonly<Record<string, unknown>>,
  check: (value: unknown, at: string) => readonly Finding[],
): Shape<T> => ({
  schema,
  check: (value, at = "") => check(value, at),
  fits: (value): value is T => check(value, "").length === 0,
});

const wrong = (pointer: string, text: string): readonly Finding[] => [{ pointer, text }];
const step = (at: string, key: string | number): string =>
  `${at}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

export const text = (
  limits: { readonly min?: number; readonly max?: number; readonly means?: string } = {},
): Shape<string> => {
  const { min = 0, max = 16_384, means } = limits;
  const schema = {
    type: "string",
    ...(min > 0 ? { minLength: min } : {}),
    maxLength: max,
    ...(means === undefined ? {} : { description: means }),
  };
  return shape(schema, (value, at) => {
    if (typeof value !== "string") return wrong(at, "must be a text");
    if (value.trim().length < min) return wrong(at, "must not be empty");
    return value.length > max
      ? wrong(at, `must have at most ${max} characters, has ${value.length}`)
      : [];
  });
};

export const whole = (min: number, max: number): Shape<number> =>
  shape({ type: "integer", minimum: min, maximum: max }, (value, at) =>
    typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
      ? []
      : wrong(at, `must be a whole number from ${min} to ${max}`),
  );

export const yesNo: Shape<boolean> = shape({ type: "boolean" }, (value, at) =>
  typeof value === "boolean" ? [] : wrong(at, "must be true or false"),
);

export const oneOf = <const T extends string>(choices: readonly T[]): Shape<T> =>
  shape({ enum: choices }, (value, at) =>
    choices.some((choice) => choice === value)
      ? []
      : wrong(at, `must be one of ${choices.join(", ")}`),
  );

export const list = <T>(of: Shape<T>, max: number): Shape<readonly T[]> =>
  shape({ type: "array", maxItems: max, items: of.schema }, (value, at) => {
    if (!Array.isArray(value)) return wrong(at, "must be a list");
    const entries: readonly unknown[] = value;
    const long =
      entries.length > max
        ? wrong(at, `must have at most ${max} entries, has ${entries.length}`)
        : [];
    return [...long, ...entries.flatMap((entry, index) => of.check(entry, step(at, index)))];
  });

/** Keys of `maybe` may be absent or null. Other keys are let through unread: agents add remarks, and nobody relies on them. */
export const record = <
  const R extends Fields,
  const O extends Fields = Readonly<Record<never, never>>,
>(
  must: R,
  maybe?: O,
): Shape<RecordOf<R, O>> => {
  const optional: Fields = maybe ?? {};
  const properties = Object.fromEntries(
    Object.entries({ ...must, ...optional }).map(([key, field]) => [key, field.schema]),
  );
  return shape({ type: "object", properties, required: Object.keys(must) }, (value, at) => {
    if (!isRecord(value)) return wrong(at, "must be an object");
    const needed = Object.entries(must).flatMap(([key, field]) =>
      Object.hasOwn(value, key)
        ? field.check(value[key], step(at, key))
        : wrong(step(at, key), "is missing"),
    );
    const given = Object.entries(optional).flatMap(([key, field]) =>
      Object.hasOwn(value, key) && value[key] !== null
        ? field.check(value[key], step(at, key))
        : [],
    );
    return [...needed, ...given];
  });
};

/** The first of two that fits; its findings are those of the one that `prefer` says was meant. */
export const either = <A, B>(
  a: Shape<A>,
  b: Shape<B>,
  prefer: (value: unknown) => "a" | "b",
): Shape<A | B> =>
  shape({ anyOf: [a.schema, b.schema] }, (value, at) =>
    a.fits(value) || b.fits(value) ? [] : (prefer(value) === "a" ? a : b).check(value, at),
  );
