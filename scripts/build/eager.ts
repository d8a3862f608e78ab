// Build step: parentheses around functions called at start, for V8's eager compilation and Node's cache.
import { Visitor, parseSync } from "oxc-parser";

type Span = { readonly start: number; readonly end: number };
type Edit = { readonly at: number; readonly skip: number; readonly text: string };

const parsed = (code: string): ReturnType<typeof parseSync>["program"] => {
  const { program, errors } = parseSync("main.cjs", code, { sourceType: "script" });
  if (errors.length > 0) throw new Error(`the bundle can't be read: ${errors[0]?.message ?? ""}`);
  return program;
};

/** Edits at one place stay in the order in which they were found. */
const edited = (code: string, edits: readonly Edit[]): string => {
  let [out, from] = ["", 0];
  for (const { at, skip, text } of edits.toSorted((a, b) => a.at - b.at)) {
    out += code.slice(from, at) + text;
    from = at + skip;
  }
  return out + code.slice(from);
};

/**
 * The same program, with the functions in `called` (`start:end`) in parentheses, V8's sign for "compile it now".
 * `m(){…}` becomes `m:(function(){…})`, and `async()=>x`, in which V8 sees no sign, `(async function(){return x})`.
 */
export const eager = (code: string, called: ReadonlySet<string>): string => {
  const edits: Edit[] = [];
  const put = (at: number, text: string, skip = 0): void => void edits.push({ at, skip, text });
  const isCalled = ({ start, end }: Span): boolean => called.has(`${start}:${end}`);
  const methods = new Set<Span>();
  // What is put behind a function is known when it is entered, and put when it is left: behind what is put behind those within.
  const ends = new Map<Span, string>();
  const leave = (node: Span): void => {
    const text = ends.get(node);
    if (text !== undefined) put(node.end, text);
  };
  const visitor = new Visitor({
    Property(node) {
      const { key, value } = node;
      if (value.type !== "FunctionExpression" || !(node.method || node.kind !== "init")) return;
      methods.add(value);
      if (!node.method || node.computed || value.generator || !(isCalled(node) || isCalled(value)))
        return;
      if (value.async) put(node.start, "", key.start - node.start);
      put(key.end, `:(${value.async ? "async " : ""}function`);
      ends.set(node, ")");
    },
    "Property:exit": leave,
    MethodDefinition: ({ value }) => void methods.add(value),
    FunctionExpression(node) {
      if (methods.has(node) || !isCalled(node)) return;
      put(node.start, "(");
      ends.set(node, ")");
    },
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression(node) {
      if (!isCalled(node)) return;
      if (!node.async) {
        put(node.start, "(");
        ends.set(node, ")");
        return;
      }
      // An arrow's `this` and `arguments` are those around it.
      if (/\b(?:this|arguments)\b/.test(code.slice(node.start, node.end))) return;
      const head = /^async\s*/.exec(code.slice(node.start, node.body.start))?.[0].length ?? 0;
      const [bare, arrow] = [
        code[node.start + head] !== "(",
        code.lastIndexOf("=>", node.body.start),
      ];
      put(node.start, `(async function${bare ? "(" : ""}`, head);
      put(arrow, bare ? ")" : "", node.body.start - arrow);
      if (node.expression) put(node.body.start, "{return ");
      ends.set(node, node.expression ? "})" : ")");
    },
    "ArrowFunctionExpression:exit": leave,
  });
  visitor.visit(parsed(code));
  if (edits.length === 0 && called.size > 0)
    throw new Error(
      "nothing in the bundle was marked: its functions are written otherwise than they are looked for",
    );
  const out = edited(code, edits);
  parsed(out);
  return out;
};
