// Parser of placeholders in node arguments, for both checking and filling.

export const fields = ["session_id", "output_path", "output"] as const;
export type Field = (typeof fields)[number];

/** Content of a pair of braces. */
export type Reference =
  | { readonly is: "variable"; readonly name: string }
  /** `field` can be any name; validation checks it. `index`: of `artifacts[0]`; null without brackets. */
  | {
      readonly is: "field";
      readonly node: string;
      readonly field: string;
      readonly index: number | null;
    }
  /** Refers to the nearest work node before. */
  | { readonly is: "previous"; readonly field: string }
  /** `{{x}}`: escapes `{x}`. */
  | { readonly is: "literal"; readonly text: string }
  /** `{N-001}`: no reference, left as it is; an error if it is a node's id. */
  | { readonly is: "bare"; readonly node: string };

/** `at` and `end` in UTF-16 units from the start of the arguments. */
export type Placeholder = {
  readonly at: number;
  readonly end: number;
  readonly text: string;
  readonly asks: Reference;
};

const inner = String.raw`[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z_][A-Za-z0-9_]*(?:\[[0-9]{1,6}\])?)?`;
const pattern = new RegExp(String.raw`\{\{(${inner})\}\}|\{(${inner})\}`, "gu");
const dotted = /^([^.]+)\.([A-Za-z_][A-Za-z0-9_]*)(?:\[([0-9]+)\])?$/u;

const asksOf = (text: string): Reference => {
  const [, node, field, index] = dotted.exec(text) ?? [];
  if (node !== undefined && field !== undefined)
    return { is: "field", node, field, index: index === undefined ? null : Number(index) };
  if (text.includes("-")) return { is: "bare", node: text };
  return text.startsWith("prev_")
    ? { is: "previous", field: text.slice("prev_".length) }
    : { is: "variable", name: text };
};

const found = (match: RegExpExecArray): Placeholder => {
  const [text, literal, asked] = match;
  return {
    at: match.index,
    end: match.index + text.length,
    text,
    asks: literal === undefined ? asksOf(asked ?? "") : { is: "literal", text: `{${literal}}` },
  };
};

/** Yields placeholders one by one, so that callers can stop early. */
export const eachPlaceholder = function* (args: string): Generator<Placeholder> {
  for (const match of args.matchAll(pattern)) yield found(match);
};

/** All placeholders in order. Braces with other content (JSON, code) stay as they are. */
export const placeholders = (args: string): readonly Placeholder[] => [...eachPlaceholder(args)];
