// Mutants of a source file: each is one place where the code would decide otherwise.
import { parseSync, Visitor } from "oxc-parser";

/** `text`: what stands there instead of what stands from `start` to `end`. */
export type Mutant = {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

const operators: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "-": "+",
  "&&": "||",
  "||": "&&",
};
const calls: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  max: "min",
  min: "max",
  // By what isn't a number: all of them.
  filter: "slice",
};

/** Type annotations have none: only what runs is changed. */
export const mutantsOf = (path: string, source: string): readonly Mutant[] => {
  const found: Mutant[] = [];
  const put = (start: number, end: number, text: string): void =>
    void found.push({ path, start, end, text });
  const negated = ({ start, end }: { readonly start: number; readonly end: number }): void =>
    put(start, end, `!(${source.slice(start, end)})`);
  const operator = (
    left: { readonly end: number },
    right: { readonly start: number },
    sign: string,
  ): void => {
    const other = operators[sign];
    const at = source.indexOf(sign, left.end);
    if (other !== undefined && at !== -1 && at < right.start) put(at, at + sign.length, other);
  };
  const types: (readonly [number, number])[] = [];
  const isType = ({ start, end }: { readonly start: number; readonly end: number }): void =>
    void types.push([start, end]);
  new Visitor({
    TSTypeAnnotation: isType,
    TSTypeAliasDeclaration: isType,
    TSTypeParameterInstantiation: isType,
    BinaryExpression: ({ left, right, operator: sign }) => operator(left, right, sign),
    LogicalExpression: ({ left, right, operator: sign }) => operator(left, right, sign),
    IfStatement: ({ test }) => negated(test),
    ConditionalExpression: ({ test }) => negated(test),
    UnaryExpression: ({ operator: sign, start }) => {
      if (sign === "!") put(start, start + 1, "");
    },
    ArrayExpression: ({ start, end, elements }) => {
      if (elements.length > 0) put(start, end, "[]");
    },
    Literal: ({ value, start, end }) => {
      if (typeof value === "boolean") put(start, end, String(!value));
      if (typeof value === "number") put(start, end, String(value + 1));
    },
    CallExpression: ({ callee }) => {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      const { name, start, end } = callee.property;
      const other = Object.hasOwn(calls, name) ? calls[name] : undefined;
      if (other !== undefined) put(start, end, other);
    },
  }).visit(parseSync(path, source).program);
  return found.filter(({ start }) => !types.some(([from, to]) => from <= start && start < to));
};
