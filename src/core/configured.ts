// Merge of configured settings below explicit ones, with unknown names reported.
import { isRecord } from "./record.ts";

type Values = Readonly<Record<string, unknown>>;

/** Merges nested objects field by field. */
const over = (names: readonly string[], below: Values, above: Values): Values =>
  Object.fromEntries(
    names.flatMap((name) => {
      const [configured, said] = [below[name], above[name]];
      const value =
        isRecord(configured) && isRecord(said) ? { ...configured, ...said } : (said ?? configured);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** `odd`: configuration keys that aren't in `names`. Values are validated later, when the command is read. */
export const settingsOf = (
  names: readonly string[],
  config: Values,
  said: unknown,
): { readonly settings: Values; readonly odd: readonly string[] } => ({
  settings: over(names, config, isRecord(said) ? said : {}),
  odd: Object.keys(config).filter((name) => !names.includes(name)),
});
