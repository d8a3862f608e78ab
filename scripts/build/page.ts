// Build of the page's bundle, with a list of its packages for the licence notices.
import { join } from "node:path";
import { build, type Plugin } from "vite";

/** Builds the page into `out`; the modules of packages that it took in, by path. */
export const buildPage = async (top: string, out: string): Promise<readonly string[]> => {
  const inputs = new Set<string>();
  const watch = (): Plugin => ({
    name: "what came in",
    // Styles and workers are asked of the module graph too: what a chunk lists is scripts alone.
    moduleParsed: ({ id }) => void inputs.add(id),
  });
  await build({
    configFile: join(top, "web/vite.config.ts"),
    logLevel: "warn",
    build: { outDir: out },
    plugins: [watch()],
    worker: { plugins: () => [watch()] },
  });
  return [...inputs];
};
