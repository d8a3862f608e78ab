// Build plugin: loads slow Node modules (crypto, child_process …) at their first call.
import type { Plugin } from "esbuild";

/** Only such as are used by calling their functions, and cost a millisecond or more each. */
const late = /^node:(child_process|crypto|fs\/promises|os|readline|timers\/promises)$/;

/** It takes a module whole, and is itself loaded only where somebody is asked. */
const whole = /node_modules\/@clack\//;

export const lateModules: Plugin = {
  name: "late modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: late }, ({ path, importer }) =>
      whole.test(importer) ? { path, external: true } : { path, namespace: "late" },
    );
    onLoad({ filter: late, namespace: "late" }, async ({ path }) => {
      const found: unknown = await import(path);
      // What isn't a function is left out: a use of it then fails the build, and has to be thought about.
      const names = Object.entries(typeof found === "object" && found !== null ? found : {})
        .filter(
          ([name, value]) =>
            typeof value === "function" && /^[a-z]\w*$/.test(name) && name !== "default",
        )
        .map(([name]) => name);
      const load = `let found;\nconst load = () => (found ??= process.getBuiltinModule(${JSON.stringify(path)}));\n`;
      return {
        contents:
          load +
          names
            .map((name) => `export const ${name} = (...given) => load().${name}(...given);\n`)
            .join(""),
      };
    });
  },
};
