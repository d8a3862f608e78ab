// Combined effect of a command's flags: fields besides their own.
import type { Flag } from "./message.ts";
import { isRecord } from "./json/record.ts";

type Data = Readonly<Record<string, unknown>>;

export const put = (data: Data, [key, ...rest]: readonly string[], value: unknown): Data => {
  if (key === undefined) return data;
  const inner = data[key];
  return {
    ...data,
    [key]: rest.length === 0 ? value : put(isRecord(inner) ? inner : {}, rest, value),
  };
};
export const holds = (data: unknown, [key, ...rest]: readonly string[]): boolean =>
  key === undefined || (isRecord(data) && Object.hasOwn(data, key) && holds(data[key], rest));

/** @param used the given flags; the values of their own fields are already in `data` */
export const implied = (data: Data, used: readonly Flag[]): Data => {
  let whole = data;
  for (const { field, value } of used.flatMap(({ also }) => also ?? []))
    if (!holds(whole, field)) whole = put(whole, field, value);
  return whole;
};

/** Applies flags without a value, by name, as if typed; ignores unknown names. */
export const switched = (data: Data, flags: readonly Flag[], names: readonly string[]): Data => {
  const used = flags.filter(({ name, word }) => word === null && names.includes(name));
  const filled = used.reduce(
    (sum, { field, read }) =>
      field.length === 0 ? sum : put(sum, field, read?.([], undefined) ?? true),
    data,
  );
  return implied(filled, used);
};
