// Generator of the code map, from the first line of every source file.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { opening } from "./opening.ts";
import { listed } from "./listed.ts";
import type { Generator } from "./generators.ts";

const top = join(import.meta.dirname, "../..");
const mapped = (path: string): boolean =>
  /\.(tsx?|cjs|mjs)$/.test(path) && !path.endsWith(".test.ts") && !path.startsWith("examples/");

export const codeMap: Generator = {
  path: "docs/code-map.md",
  make: async () => {
    const paths = listed(top).filter(mapped);
    const entries = await Promise.all(
      paths.map(async (path) => ({
        path,
        why: opening(await readFile(join(top, path), "utf8")) ?? "(no reason given)",
      })),
    );
    const folders = Map.groupBy(entries, (entry) => dirname(entry.path));
    const sections = [...folders].map(
      ([folder, files]) =>
        `## ${folder}\n\n${files.map(({ path, why }) => `- [${path.slice(folder.length + 1)}](../${path}): ${why}`).join("\n")}\n`,
    );
    return `# Code map\n\nMade by \`npm run generate\` from each file's opening sentence.\n\n${sections.join("\n")}`;
  },
};
