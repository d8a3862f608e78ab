// Why: Node's compile cache keeps what was compiled when a file was loaded, and V8 leaves most functions for later unless they look as if they ran at once.
import { Visitor, parseSync } from "oxc-parser";

/** esbuild's wrappers around the body of a module that is evaluated when it is first asked for. */
const wrappers = new Set(["__esm", "__commonJS"]);

/**
 * The same program, with each module's body as a function in parentheses: that is V8's sign for "compile it now", so the cache holds it and no start
 * reads it again. `__esm({"a.ts"(){…}})` becomes `__esm({"a.ts":(function(){…})})`.
 */
export const eager = (name: string, code: string): string => {
  const { program, errors } = parseSync(name, code, { sourceType: "script" });
  if (errors.length > 0) throw new Error(`${name} can't be read: ${errors[0]?.message ?? ""}`);
  const put: { readonly at: number; readonly text: string }[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== "Identifier" || !wrappers.has(callee.name) || first?.type !== "ObjectExpression") return;
      for (const property of first.properties) {
        if (property.type !== "Property" || !property.method) continue;
        put.push({ at: property.key.end, text: ":(function" }, { at: property.end, text: ")" });
      }
    },
  });
  visitor.visit(program);
  if (put.length === 0) throw new Error(`${name} has no wrapped module: esbuild names its wrappers otherwise now`);
  let [out, from] = ["", 0];
  for (const { at, text } of put.toSorted((a, b) => a.at - b.at)) {
    out += code.slice(from, at) + text;
    from = at;
  }
  return out + code.slice(from);
};
