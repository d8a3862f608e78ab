// Merge of configured settings below explicit ones.
import { isRecord } from "../core/json/record.ts";

type Values = Readonly<Record<string, unknown>>;

/** Nested objects are merged field by field. Values are validated later, when the command is read. */
export const settingsOf = (names: readonly string[], config: Values, said: unknown): Values => {
  const above = isRecord(said) ? said : {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const [configured, own] = [config[name], above[name]];
      const value =
        isRecord(configured) && isRecord(own) ? { ...configured, ...own } : (own ?? configured);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
};
