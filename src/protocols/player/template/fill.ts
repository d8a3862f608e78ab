// Filler of placeholders in node arguments: a single pass, inserted text is never reread.
import { ownOf } from "../../../core/json/own.ts";
import { argsLimit } from "../limits.ts";
import { eachPlaceholder, type Field, fields, type Reference } from "./placeholders.ts";

/** Output values of a work node; null if missing. */
export type Gave = {
  readonly session: string | null;
  readonly outputPath: string | null;
  readonly artifacts: readonly string[];
  /** The text, shortened by `keptOutput`. */
  readonly output: string | null;
};

export type Values = {
  readonly context: Readonly<Record<string, string | boolean>>;
  /** Returns null if there is no such node, or it has no output. */
  gave(node: string): Gave | null;
  /** The node of `prev_…` (the last of `previousOf`); null if none. */
  readonly previous: string | null;
};

/** A placeholder without a value. */
export type Emptied = {
  readonly code: "REF_EMPTY";
  readonly placeholder: string;
  readonly text: string;
};
export type Filled = { readonly text: string; readonly warnings: readonly Emptied[] };

const isField = (name: string): name is Field => fields.some((field) => field === name);

const advice: Readonly<Record<string, string>> = {
  session_id: "do not choose another session yourself",
  output_path: "do not choose another file yourself",
  artifacts: "do not choose another file yourself",
  output: "do not make one up",
};

const given = (gave: Gave | null, field: string, index: number | null): string | null => {
  if (gave === null) return null;
  if (field === "artifacts" && index !== null) return gave.artifacts[index] ?? null;
  if (!isField(field)) return null;
  return { session_id: gave.session, output_path: gave.outputPath, output: gave.output }[field];
};

const emptied = (placeholder: string, asks: Reference, previous: string | null): Emptied => {
  const say = (text: string): Emptied => ({ code: "REF_EMPTY", placeholder, text });
  if (asks.is === "variable") return say(`the context gives no ${asks.name}`);
  if (asks.is !== "field" && asks.is !== "previous") return say("it stands for nothing");
  const node = asks.is === "field" ? asks.node : previous;
  const what = asks.is === "field" && asks.index !== null ? `artifacts[${asks.index}]` : asks.field;
  return say(
    `${node === null ? "no work node before this one" : node} gave no ${what}: ${advice[asks.field] ?? "do not choose another yourself"}`,
  );
};

/** Maximum warnings for one text: a template can refer to very many missing values. */
const mostWarnings = 100;

/** Stops soon after the arguments' limit: a few placeholders with large values could exceed the maximum string length. */
const filledBy = (args: string, value: (asks: Reference, text: string) => string): string => {
  const parts: string[] = [];
  let [at, length] = [0, 0];
  for (const { at: from, end, text, asks } of eachPlaceholder(args)) {
    const put = value(asks, text);
    parts.push(args.slice(at, from), put);
    length += from - at + put.length;
    at = end;
    if (length > argsLimit) return parts.join("");
  }
  return parts.join("") + args.slice(at);
};

/** Replaces every placeholder once. A missing value becomes the empty text, with one warning for each, at most 100. Text that is too long is cut, but stays over the limit. */
export const fill = (args: string, values: Values): Filled => {
  const missing = new Map<string, Emptied>();
  const text = filledBy(args, (asks, placeholder) => {
    if (asks.is === "literal") return asks.text;
    if (asks.is === "bare") return placeholder;
    const value =
      asks.is === "variable"
        ? ownOf(values.context, asks.name)
        : asks.is === "field"
          ? given(values.gave(asks.node), asks.field, asks.index)
          : given(values.previous === null ? null : values.gave(values.previous), asks.field, null);
    if (value !== undefined && value !== null) return String(value);
    if (missing.size < mostWarnings && !missing.has(placeholder))
      missing.set(placeholder, emptied(placeholder, asks, values.previous));
    return "";
  });
  return { text, warnings: [...missing.values()] };
};

/** For display before the run: fills in context values and leaves references to nodes as they are. */
export const fillContext = (args: string, context: Values["context"]): string =>
  filledBy(args, (asks, placeholder) => {
    if (asks.is === "literal") return asks.text;
    return asks.is === "variable" ? String(ownOf(context, asks.name) ?? "") : placeholder;
  });
