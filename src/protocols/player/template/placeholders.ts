// Parser of placeholders in node arguments, for both checking and filling.

export const fields = ["session_id", "output_path", "output"] as const;
export type Field = (typeof fields)[number];

/** What a pair of braces asks for. */
export type Reference =
  | { readonly is: "variable"; readonly name: string }
  /** `field` is any name: checking says which ones there are. `index`: of `artifacts[0]`; null without brackets. */
  | {
      readonly is: "field";
      readonly node: string;
      readonly field: string;
      readonly index: number | null;
    }
  /** Of the nearest work node before. */
  | { readonly is: "previous"; readonly field: string }
  /** `{{x}}`: stands for `{x}`. */
  | { readonly is: "literal"; readonly text: string }
  /** `{N-001}`: asks for nothing, and stays; a mistake where it is a node's id. */
  | { readonly is: "bare"; readonly node: string };

/** `at`, `end`: in UTF-16 units from the beginning of the arguments. */
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

/** One after the other: who has had enough need not read on. */
export const eachPlaceholder = function* (args: string): Generator<Placeholder> {
  for (const match of args.matchAll(pattern)) yield found(match);
};

/** All of them in order. Braces that hold anything else (JSON, code) are none, and stay as they are. */
export const placeholders = (args: string): readonly Placeholder[] => [...eachPlaceholder(args)];
