// Why: Node's own modules load when they are first called, not when the bundle starts: a short verb never needs the dear ones, and the source stays plain.
import { getBuiltinModule } from "node:process";
import type { Plugin } from "esbuild";

/** Those that take milliseconds and export functions. */
const dear = [
  "node:child_process",
  "node:crypto",
  "node:fs/promises",
  "node:os",
  "node:readline",
  "node:stream/consumers",
  "node:timers/promises",
] as const;

const isClass = (value: unknown): boolean => typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value));

/** A module of the same exports, each a function that asks Node for the real one. What is no function has no stand-in: importing it fails the build. */
const standIn = (name: string): string => {
  const real: unknown = getBuiltinModule(name);
  const entries = typeof real === "object" && real !== null ? Object.entries(real) : [];
  const names = entries.flatMap(([key, value]) => (typeof value === "function" && !isClass(value) && /^[a-z]\w*$/.test(key) ? [key] : []));
  return [
    `let real; const the = () => (real ??= require(${JSON.stringify(name)}));`,
    ...names.map((key) => `const ${key}_ = (...given) => the().${key}(...given); export { ${key}_ as ${key} };`),
  ].join("\n");
};

export const deferred: Plugin = {
  name: "deferred",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${dear.join("|")})$`) }, ({ path, namespace, kind }) =>
      namespace === "deferred" || kind !== "import-statement" ? undefined : { path, namespace: "deferred", sideEffects: false },
    );
    build.onLoad({ filter: /./, namespace: "deferred" }, ({ path }) => ({ contents: standIn(path), loader: "js" }));
  },
};
