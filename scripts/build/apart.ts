// Why: the schema library is larger than any part of the program; it lies in a file of its own that only a command loads.
import type { Plugin } from "esbuild";
import { reading } from "./damaged.ts";

/** A package, or what it offers under `/v4`, which is the same of zod, that is built as `<name>.cjs` beside what is built of ours, and required when the first module that imports it is evaluated. */
export const apart = (name: string): Plugin => ({
  name: `${name} apart`,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${name}(/v4)?$`) }, () => ({
      path: name,
      namespace: "apart",
    }));
    onLoad({ filter: /.*/, namespace: "apart" }, () => ({
      contents: `${reading(`${name}.cjs`)}\nmodule.exports = found;`,
    }));
    onResolve({ filter: new RegExp(`^\\./${name}\\.cjs$`) }, ({ path }) => ({
      path,
      external: true,
    }));
  },
});
