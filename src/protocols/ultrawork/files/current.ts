// Writer of iteration and options in older session.json files, with current values.
import { type Json, type Ordered, raw } from "../../../core/print.ts";
import { isRecord } from "../../../core/record.ts";
import type { State } from "../state.ts";

/** Updates existing options with known names; keeps all others as found. */
const withOptions = (state: State, text: string): string => {
  const found: unknown = JSON.parse(text);
  if (!isRecord(found)) return text;
  const own = Object.entries(state.options).filter(
    ([name, value]) =>
      Object.hasOwn(found, name) && JSON.stringify(found[name]) !== JSON.stringify(value),
  );
  return own.length === 0
    ? text
    : JSON.stringify({ ...found, ...Object.fromEntries(own) }, null, 2).replaceAll("\n", "\n  ");
};

const isRaw = (value: Json): value is Extract<Json, { readonly raw: string }> =>
  typeof value === "object" && value !== null && "raw" in value;

/** Keys outside the format that are updated if the file had them. */
export const current = (state: State, session: Ordered): Ordered => ({
  entries: session.entries.map(([key, value]) => {
    if (!isRaw(value)) return [key, value];
    if (key === "iteration") return [key, state.iteration];
    return key === "options" ? [key, raw(withOptions(state, value.raw))] : [key, value];
  }),
});
