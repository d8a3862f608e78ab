// Source files for tidy rules: path, text and syntax tree, real or from a sample.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Program, parseSync } from "oxc-parser";
import { listed } from "../../scripts/generate/listed.ts";

export const top = join(import.meta.dirname, "../..");

/** `kind`: static and for its types only, static and loaded, or by `import()`. `from` is as written, a template's holes as `*`. */
export type Import = {
  readonly from: string;
  readonly kind: "type" | "value" | "lazy";
  readonly line: number;
};

export type Source = {
  readonly path: string;
  readonly text: string;
  /** Null for what is no script. */
  readonly tree: Program | null;
  readonly imports: readonly Import[];
  readonly comments: readonly { readonly text: string; readonly line: number }[];
};

export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split("\n").length;

const isScript = (path: string): boolean => /\.(tsx?|mts|cts|jsx?|mjs|cjs)$/.test(path);

export const source = (path: string, text: string): Source => {
  if (!isScript(path)) return { path, text, tree: null, imports: [], comments: [] };
  const { program, module, comments } = parseSync(path, text);
  const line = (offset: number): number => lineAt(text, offset);
  const statics = module.staticImports.map(({ moduleRequest, entries, start }): Import => {
    const typed =
      /^import\s+type\b/.test(text.slice(start)) ||
      (entries.length > 0 && entries.every((entry) => entry.isType));
    return { from: moduleRequest.value, kind: typed ? "type" : "value", line: line(start) };
  });
  const passedOn = module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, isType }): Import[] =>
      moduleRequest === null
        ? []
        : [{ from: moduleRequest.value, kind: isType ? "type" : "value", line: line(start) }],
    ),
  );
  const lazy = module.dynamicImports.map(({ moduleRequest, start }): Import => {
    const written = text.slice(moduleRequest.start, moduleRequest.end);
    return {
      from: written.replace(/\$\{[^}]*\}/g, "*").replace(/^["'`]|["'`]$/g, ""),
      kind: "lazy",
      line: line(start),
    };
  });
  return {
    path,
    text,
    tree: program,
    imports: [...statics, ...passedOn, ...lazy],
    comments: comments.map((comment) => ({ text: comment.value, line: line(comment.start) })),
  };
};

const binary = /\.(png|jpe?g|webp|gif|db|gz|tgz|wasm)$/;

/** Everything committed or about to be; of what is no text, the name alone. */
export const sources = (): readonly Source[] =>
  listed(top).map((path) =>
    source(path, binary.test(path) ? "" : readFileSync(join(top, path), "utf8")),
  );

/** What the house rules for code apply to. */
export const isOurs = (path: string): boolean => isScript(path) && !path.startsWith("examples/");
export const isTest = (path: string): boolean =>
  path.endsWith(".test.ts") || path.startsWith("test/");
